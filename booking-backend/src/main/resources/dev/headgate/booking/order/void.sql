-- The whole price of an order was given back by somebody else: its tickets are void and its seats
-- on sale again. The caller has locked order, hold and seats.
-- $1 order, $2 payment, $3 name of this process, $4 who brought the news, $5 cents given back
WITH o AS MATERIALIZED (
  SELECT o.*, h.seat_ids, clock_timestamp() AS now
    FROM shop_order o JOIN hold h ON h.hold_id = o.hold_id
   WHERE o.order_id = $1
), voiding AS (
  UPDATE ticket t SET voided_at = o.now
    FROM o
   WHERE t.order_id = o.order_id AND t.voided_at IS NULL
), freeing AS (
  UPDATE event_seat s
     SET state = 'available', hold_id = NULL, deadline = NULL, version = s.version + 1
    FROM o
   WHERE s.event_id = (SELECT event_id FROM o) AND s.seat_id = ANY (o.seat_ids) AND s.hold_id = o.hold_id
     AND s.state IN ('sold')
), ending AS (
  UPDATE hold h SET status = 'released', ended_at = o.now
    FROM o
   WHERE h.hold_id = o.hold_id AND h.status IN ('converted')
), ended AS (
  UPDATE shop_order u SET status = 'refunded', reason = 'refunded by the seller', ended_at = o.now
    FROM o
   WHERE u.order_id = o.order_id
), giving AS (
  UPDATE payment p SET refunded_cents = greatest(p.refunded_cents, $5)
   WHERE p.payment_id = $2
), writing AS (
  INSERT INTO outbox (message_id, subject_id, kind, channel, recipient, created_at, next_try_at)
  SELECT o.order_id || '-refunded-' || t.channel, o.order_id, 'refunded', t.channel, t.recipient,
         o.now, o.now
    FROM o CROSS JOIN LATERAL
         (VALUES ('email', o.email), ('sms', o.phone)) AS t (channel, recipient)
   WHERE t.recipient IS NOT NULL
  ON CONFLICT DO NOTHING
), audited AS (
  INSERT INTO audit (at, event_id, hold_id, order_id, customer_id, action, reason, seat_ids,
                     delay_millis, process)
  SELECT o.now, o.event_id, o.hold_id, o.order_id, o.customer_id, 'voided', $4, o.seat_ids,
         (extract(epoch FROM o.now - o.created_at) * 1000)::bigint, $3
    FROM o
)
SELECT o.order_id FROM o
