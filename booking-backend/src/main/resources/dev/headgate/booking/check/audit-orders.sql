-- Every order's story is written down under its id, from the checkout on.
-- Returns orders with a chapter missing.
SELECT o.event_id, o.order_id AS id, o.status || ', audit has '
       || coalesce(a.actions::text, 'nothing') AS detail
  FROM shop_order o
  LEFT JOIN LATERAL (
    SELECT array_agg(x.action ORDER BY x.audit_id) AS actions
      FROM audit x WHERE x.order_id = o.order_id) a ON true
 WHERE NOT coalesce(a.actions, '{}') @> ARRAY['paying']
    OR NOT coalesce(a.actions, '{}') @> CASE o.status
         WHEN 'confirmed' THEN ARRAY['sold']
         WHEN 'failed' THEN ARRAY['returned']
         WHEN 'refund_due' THEN ARRAY['refund_due']
         WHEN 'refunded' THEN ARRAY['refunded']
         ELSE ARRAY[]::text[] END
