-- Which of these seats are somebody's just now, without waiting for anybody.
-- $1 event, $2 seat names
SELECT s.seat_id
  FROM event_seat s
 WHERE s.event_id = $1 AND s.seat_id = ANY ($2::text[])
   AND NOT (s.state = 'available' OR (s.state = 'held' AND s.deadline <= clock_timestamp()))
 ORDER BY s.seat_id
