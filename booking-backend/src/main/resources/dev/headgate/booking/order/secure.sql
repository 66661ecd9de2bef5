-- The money is reserved: the seats leave the countdown while it is taken. The caller has locked
-- order, hold and seats, and found every seat to be held for the order.
-- $1 order, $2 payment, $3 name of this process, $4 who brought the news
WITH o AS MATERIALIZED (
  SELECT o.*, h.seat_ids, clock_timestamp() AS now
    FROM shop_order o JOIN hold h ON h.hold_id = o.hold_id
   WHERE o.order_id = $1
), paying AS (
  UPDATE event_seat s SET state = 'paying', deadline = NULL, version = s.version + 1
    FROM o
   WHERE s.event_id = (SELECT event_id FROM o) AND s.seat_id = ANY (o.seat_ids) AND s.hold_id = o.hold_id
     AND s.state = 'held'
), holding AS (
  UPDATE hold h SET status = 'paying' FROM o WHERE h.hold_id = o.hold_id
), authorised AS (
  UPDATE payment p SET status = 'authorised', redirect_url = NULL WHERE p.payment_id = $2
), audited AS (
  INSERT INTO audit (at, event_id, hold_id, order_id, customer_id, action, reason, seat_ids,
                     delay_millis, process)
  SELECT o.now, o.event_id, o.hold_id, o.order_id, o.customer_id, 'paying', $4, o.seat_ids,
         (extract(epoch FROM o.now - o.created_at) * 1000)::bigint, $3
    FROM o
)
SELECT o.order_id FROM o
