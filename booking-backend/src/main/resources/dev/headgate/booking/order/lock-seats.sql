-- Locks the seats of an order in their order, whosever they are by now.
-- $1 event, $2 order
SELECT s.seat_id
  FROM event_seat s
 WHERE s.event_id = $1
   AND s.seat_id = ANY (ARRAY(SELECT l.seat_id FROM order_line l WHERE l.order_id = $2))
 ORDER BY s.event_id, s.seat_id
   FOR UPDATE
