-- Money came for an order that cannot have its seats: what it still has of them goes back on sale,
-- and the money goes back to whoever paid. The caller has locked order, hold and seats.
-- $1 order, $2 payment, $3 name of this process, $4 why, $5 cents received,
-- $6 cents given back already
WITH o AS MATERIALIZED (
  SELECT o.*, h.seat_ids, clock_timestamp() AS now
    FROM shop_order o JOIN hold h ON h.hold_id = o.hold_id
   WHERE o.order_id = $1
), freeing AS (
  UPDATE event_seat s
     SET state = 'available', hold_id = NULL, deadline = NULL, version = s.version + 1
    FROM o
   WHERE s.event_id = (SELECT event_id FROM o) AND s.seat_id = ANY (o.seat_ids) AND s.hold_id = o.hold_id
     AND s.state IN ('paying', 'held')
), ending AS (
  UPDATE hold h SET status = 'released', ended_at = o.now
    FROM o
   WHERE h.hold_id = o.hold_id AND h.status IN ('active', 'paying')
), owing AS (
  UPDATE shop_order u
     SET status = CASE WHEN $5::bigint > $6::bigint THEN 'refund_due' ELSE 'refunded' END,
         reason = $4, ended_at = o.now
    FROM o
   WHERE u.order_id = o.order_id
), paid AS (
  UPDATE payment p
     SET status = 'succeeded', received_cents = $5, refunded_cents = greatest(p.refunded_cents, $6),
         settled_at = o.now, next_check_at = NULL, redirect_url = NULL
    FROM o
   WHERE p.payment_id = $2
), refunding AS (
  INSERT INTO refund (payment_id, order_id, amount_cents, reason, created_at, next_try_at)
  SELECT $2, o.order_id, $5::bigint - $6::bigint, $4, o.now, o.now
    FROM o
   WHERE $5::bigint > $6::bigint
  ON CONFLICT DO NOTHING
), writing AS (
  INSERT INTO outbox (message_id, subject_id, kind, channel, recipient, created_at, next_try_at)
  SELECT o.order_id || '-refund_due-' || t.channel, o.order_id, 'refund_due', t.channel, t.recipient,
         o.now, o.now
    FROM o CROSS JOIN LATERAL
         (VALUES ('email', o.email), ('sms', o.phone)) AS t (channel, recipient)
   WHERE t.recipient IS NOT NULL
  ON CONFLICT DO NOTHING
), audited AS (
  INSERT INTO audit (at, event_id, hold_id, order_id, customer_id, action, reason, seat_ids,
                     delay_millis, process)
  SELECT o.now, o.event_id, o.hold_id, o.order_id, o.customer_id, 'late_payment', $4, o.seat_ids,
         (extract(epoch FROM o.now - o.created_at) * 1000)::bigint, $3
    FROM o
)
SELECT o.order_id FROM o
