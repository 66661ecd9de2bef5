-- Another charge of an order: it goes back, and the order stays as it is. The caller has locked
-- the order.
-- $1 order, $2 our id of the payment, $3 name of this process, $4 who brought the news,
-- $5 cents received, $6 cents given back already, $7 the processor's id of it
WITH o AS MATERIALIZED (
  SELECT o.*, h.seat_ids, clock_timestamp() AS now
    FROM shop_order o JOIN hold h ON h.hold_id = o.hold_id
   WHERE o.order_id = $1
), paid AS (
  INSERT INTO payment AS p (payment_id, order_id, is_own, processor_ref, capture, method,
                            amount_cents, currency, status, received_cents, refunded_cents,
                            created_at, settled_at, investigate_until)
  SELECT $2, o.order_id, false, $7, 'charge', '', $5, o.currency, 'succeeded', $5, $6,
         o.now, o.now, o.now
    FROM o
  ON CONFLICT (payment_id) DO NOTHING
  RETURNING p.payment_id
), refunding AS (
  INSERT INTO refund (payment_id, order_id, amount_cents, reason, created_at, next_try_at)
  SELECT p.payment_id, o.order_id, $5::bigint - $6::bigint, 'extra charge', o.now, o.now
    FROM o, paid p
   WHERE $5::bigint > $6::bigint
), writing AS (
  INSERT INTO outbox (message_id, subject_id, kind, channel, recipient, created_at, next_try_at)
  SELECT o.order_id || '-extra_charge-' || t.channel, o.order_id, 'extra_charge', t.channel, t.recipient,
         o.now, o.now
    FROM o CROSS JOIN LATERAL
         (VALUES ('email', o.email), ('sms', o.phone)) AS t (channel, recipient)
   WHERE t.recipient IS NOT NULL
  ON CONFLICT DO NOTHING
), audited AS (
  INSERT INTO audit (at, event_id, hold_id, order_id, customer_id, action, reason, seat_ids,
                     delay_millis, process)
  SELECT o.now, o.event_id, o.hold_id, o.order_id, o.customer_id, 'extra_charge', $4, o.seat_ids,
         (extract(epoch FROM o.now - o.created_at) * 1000)::bigint, $3
    FROM o
)
SELECT o.order_id FROM o
