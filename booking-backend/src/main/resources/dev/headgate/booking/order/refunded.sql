-- Money was given back, by this shop or by somebody else. Only all of it ends what was due; some of
-- it leaves less to be due. The caller has locked the order.
-- $1 order, $2 payment, $3 name of this process, $4 who brought the news,
-- $5 cents given back in all, $6 the processor's id of the refund, or null
WITH o AS MATERIALIZED (
  SELECT o.*, h.seat_ids, clock_timestamp() AS now
    FROM shop_order o JOIN hold h ON h.hold_id = o.hold_id
   WHERE o.order_id = $1
), before AS MATERIALIZED (
  SELECT p.is_own, p.received_cents - $5::bigint AS left_cents,
         p.received_cents <= $5::bigint AS whole, p.refunded_cents < $5::bigint AS news
    FROM payment p WHERE p.payment_id = $2
), giving AS (
  UPDATE payment p SET refunded_cents = greatest(p.refunded_cents, $5)
   WHERE p.payment_id = $2
), done AS (
  UPDATE refund r
     SET status = CASE WHEN b.whole THEN 'done' ELSE 'due' END,
         done_at = CASE WHEN b.whole THEN o.now END,
         amount_cents = CASE WHEN b.whole THEN r.amount_cents
                             ELSE least(r.amount_cents, b.left_cents) END,
         processor_ref = coalesce($6, r.processor_ref)
    FROM o, before b
   WHERE r.payment_id = $2 AND r.status = 'due'
), ending AS (
  UPDATE shop_order u SET status = 'refunded'
    FROM before b
   WHERE u.order_id = $1 AND u.status = 'refund_due' AND b.is_own AND b.whole
), writing AS (
  INSERT INTO outbox (message_id, subject_id, kind, channel, recipient, created_at, next_try_at)
  SELECT o.order_id || '-refunded-' || t.channel, o.order_id, 'refunded', t.channel, t.recipient,
         o.now, o.now
    FROM o CROSS JOIN before b CROSS JOIN LATERAL
         (VALUES ('email', o.email), ('sms', o.phone)) AS t (channel, recipient)
   WHERE t.recipient IS NOT NULL AND b.is_own AND b.whole AND b.news
     AND o.status = 'refund_due'
  ON CONFLICT DO NOTHING
), audited AS (
  INSERT INTO audit (at, event_id, hold_id, order_id, customer_id, action, reason, seat_ids,
                     delay_millis, process)
  SELECT o.now, o.event_id, o.hold_id, o.order_id, o.customer_id, 'refunded', $4, o.seat_ids,
         (extract(epoch FROM o.now - o.created_at) * 1000)::bigint, $3
    FROM o, before b
   WHERE b.news
)
SELECT o.order_id FROM o
