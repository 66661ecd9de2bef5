-- Money came for an order that cannot have its seats: it goes back to whoever paid. The caller has
-- locked order, hold and seats, and freed what the order had of them.
-- $1 order, $2 payment, $3 why, $4 cents received, $5 cents given back already
WITH o AS MATERIALIZED (
  SELECT o.*, h.seat_ids, clock_timestamp() AS now
    FROM shop_order o JOIN hold h ON h.hold_id = o.hold_id
   WHERE o.order_id = $1
), owing AS (
  UPDATE shop_order u
     SET status = CASE WHEN $4::bigint > $5::bigint THEN 'refund_due' ELSE 'refunded' END,
         reason = $3, ended_at = o.now
    FROM o
   WHERE u.order_id = o.order_id
), paid AS (
  UPDATE payment p
     SET status = 'succeeded', received_cents = $4, refunded_cents = greatest(p.refunded_cents, $5),
         settled_at = o.now, next_check_at = NULL, redirect_url = NULL
    FROM o
   WHERE p.payment_id = $2
), refunding AS (
  INSERT INTO refund (payment_id, order_id, amount_cents, reason, created_at, next_try_at)
  SELECT $2, o.order_id, $4::bigint - $5::bigint, $3, o.now, o.now
    FROM o
   WHERE $4::bigint > $5::bigint
  ON CONFLICT DO NOTHING
)
SELECT o.order_id FROM o
