-- Writes down what an order has come to: in its history, and as messages to whoever bought. The
-- caller has locked the order.
-- $1 order, $2 name of this process, $3 what was done, $4 why, $5 kind of message or null for none,
-- $6 what the message needs beside the order
WITH o AS MATERIALIZED (
  SELECT o.*, h.seat_ids, clock_timestamp() AS now
    FROM shop_order o JOIN hold h ON h.hold_id = o.hold_id
   WHERE o.order_id = $1
), writing AS (
  INSERT INTO outbox (message_id, subject_id, kind, channel, recipient, detail, created_at,
                      next_try_at)
  SELECT o.order_id || '-' || $5::text || '-' || t.channel, o.order_id, $5::text, t.channel,
         t.recipient, $6, o.now, o.now
    FROM o CROSS JOIN LATERAL
         (VALUES ('email', o.email), ('sms', o.phone)) AS t (channel, recipient)
   WHERE t.recipient IS NOT NULL AND $5::text IS NOT NULL
  ON CONFLICT DO NOTHING
)
INSERT INTO audit (at, event_id, hold_id, order_id, customer_id, action, reason, seat_ids,
                   delay_millis, process)
SELECT o.now, o.event_id, o.hold_id, o.order_id, o.customer_id, $3, $4, o.seat_ids,
       (extract(epoch FROM o.now - o.created_at) * 1000)::bigint, $2
  FROM o
