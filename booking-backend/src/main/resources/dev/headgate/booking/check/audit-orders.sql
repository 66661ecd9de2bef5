-- Every order's story is written down under its id, from the checkout on.
-- Returns orders with a chapter missing.
SELECT o.event_id, o.order_id AS id, o.status || ', audit has '
       || coalesce(a.actions::text, 'nothing') AS detail
  FROM shop_order o
  LEFT JOIN payment p ON p.order_id = o.order_id AND p.is_own
  LEFT JOIN refund r ON r.payment_id = p.payment_id
  LEFT JOIN LATERAL (
    SELECT array_agg(x.action ORDER BY x.audit_id) AS actions
      FROM audit x WHERE x.order_id = o.order_id) a ON true
 -- Where money is first reserved, a checkout is no more than the beginning of a payment.
 WHERE NOT coalesce(a.actions, '{}') && ARRAY['paying', 'payment']
    OR NOT coalesce(a.actions, '{}') && CASE
         WHEN o.status = 'confirmed' THEN ARRAY['sold']
         WHEN o.status = 'failed' THEN ARRAY['returned']
         WHEN o.status = 'refund_due' THEN ARRAY['late_payment']
         WHEN o.status = 'refunded' AND r.payment_id IS NOT NULL THEN ARRAY['refunded']
         -- Given back by the seller: of tickets, or before there were any.
         WHEN o.status = 'refunded' THEN ARRAY['voided', 'late_payment']
         ELSE ARRAY['paying', 'payment'] END
