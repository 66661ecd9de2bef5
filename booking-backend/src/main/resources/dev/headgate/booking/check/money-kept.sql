-- Money is kept only for a confirmed order and only once; anything else that came in was given
-- back or is on its way.
-- Returns payments that were received, are not given back, and have no refund.
SELECT o.event_id, p.payment_id AS id,
       CASE WHEN p.is_own THEN 'own' ELSE 'second' END || ' payment of order ' || o.order_id
       || ' ' || o.status || ': received ' || p.received_cents || ', refunded '
       || p.refunded_cents || ', no refund' AS detail
  FROM payment p
  JOIN shop_order o ON o.order_id = p.order_id
  LEFT JOIN refund r ON r.payment_id = p.payment_id
 WHERE p.received_cents > p.refunded_cents
   AND r.payment_id IS NULL
   AND NOT (p.is_own AND o.status IN ('confirmed', 'pending_payment'))
