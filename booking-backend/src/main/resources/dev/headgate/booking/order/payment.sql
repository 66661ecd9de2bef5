-- A payment and what its next step needs.
-- $1 payment
SELECT p.*, o.status AS order_status, o.event_id, clock_timestamp() > p.investigate_until AS late
  FROM payment p JOIN shop_order o ON o.order_id = p.order_id
 WHERE p.payment_id = $1
