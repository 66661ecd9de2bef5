-- Puts back on sale what an order has of its seats, and ends its hold. The caller has locked order,
-- hold and seats.
-- $1 order
WITH o AS MATERIALIZED (
  SELECT o.*, h.seat_ids, clock_timestamp() AS now
    FROM shop_order o JOIN hold h ON h.hold_id = o.hold_id
   WHERE o.order_id = $1
), freeing AS (
  UPDATE event_seat s
     SET state = 'available', hold_id = NULL, deadline = NULL, version = s.version + 1
    FROM o
   WHERE s.event_id = (SELECT event_id FROM o) AND s.seat_id = ANY (o.seat_ids)
     AND s.hold_id = o.hold_id AND s.state IN ('paying', 'held')
), ending AS (
  UPDATE hold h SET status = 'released', ended_at = o.now
    FROM o
   WHERE h.hold_id = o.hold_id AND h.status IN ('active', 'paying')
)
SELECT o.order_id FROM o
