-- The money is reserved: the seats leave the countdown while it is taken. The caller has locked
-- order, hold and seats, and found every seat to be held for the order.
-- $1 order, $2 payment
WITH o AS MATERIALIZED (
  SELECT o.*, h.seat_ids, clock_timestamp() AS now
    FROM shop_order o JOIN hold h ON h.hold_id = o.hold_id
   WHERE o.order_id = $1
), paying AS (
  UPDATE event_seat s SET state = 'paying', deadline = NULL, version = s.version + 1
    FROM o
   WHERE s.event_id = (SELECT event_id FROM o) AND s.seat_id = ANY (o.seat_ids)
     AND s.hold_id = o.hold_id AND s.state = 'held'
), holding AS (
  UPDATE hold h SET status = 'paying' FROM o WHERE h.hold_id = o.hold_id
), authorised AS (
  UPDATE payment p SET status = 'authorised', redirect_url = NULL WHERE p.payment_id = $2
)
SELECT o.order_id FROM o
