-- Another charge of an order: it goes back, and the order stays as it is. The caller has locked
-- the order.
-- $1 order, $2 our id of the payment, $3 cents received, $4 cents given back already,
-- $5 the processor's id of it
WITH o AS MATERIALIZED (
  SELECT o.*, h.seat_ids, clock_timestamp() AS now
    FROM shop_order o JOIN hold h ON h.hold_id = o.hold_id
   WHERE o.order_id = $1
), paid AS (
  INSERT INTO payment AS p (payment_id, order_id, is_own, processor_ref, capture, method,
                            amount_cents, currency, status, received_cents, refunded_cents,
                            created_at, settled_at, investigate_until)
  SELECT $2, o.order_id, false, $5, 'charge', '', $3, o.currency, 'succeeded', $3, $4,
         o.now, o.now, o.now
    FROM o
  ON CONFLICT (payment_id) DO NOTHING
  RETURNING p.payment_id
), refunding AS (
  INSERT INTO refund (payment_id, order_id, amount_cents, reason, created_at, next_try_at)
  SELECT p.payment_id, o.order_id, $3::bigint - $4::bigint, 'extra charge', o.now, o.now
    FROM o, paid p
   WHERE $3::bigint > $4::bigint
)
SELECT o.order_id FROM o
