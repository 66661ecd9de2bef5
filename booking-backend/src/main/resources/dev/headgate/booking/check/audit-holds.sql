-- Every hold's story is written down: that it was made, and how it went on.
-- Returns holds with a chapter missing.
SELECT h.event_id, h.hold_id AS id, h.status || ', audit has '
       || coalesce(a.actions::text, 'nothing') AS detail
  FROM hold h
  LEFT JOIN LATERAL (
    SELECT array_agg(x.action ORDER BY x.audit_id) AS actions
      FROM audit x WHERE x.hold_id = h.hold_id) a ON true
 WHERE NOT coalesce(a.actions, '{}') @> ARRAY['held']
    OR NOT coalesce(a.actions, '{}') && CASE h.status
         WHEN 'released' THEN ARRAY['released', 'returned', 'late_payment', 'voided']
         WHEN 'expired' THEN ARRAY['expired', 'returned']
         WHEN 'paying' THEN ARRAY['paying']
         WHEN 'converted' THEN ARRAY['sold']
         ELSE ARRAY['held'] END
