-- Locks the seats somebody wants together with the one on either side of each, so that of two who
-- take the seats left and right of one the second sees what the first did.
-- $1 event, $2 seat names. As in hold.sql, NOWAIT or SKIP LOCKED may be put behind FOR UPDATE.
SELECT s.seat_id
  FROM event_seat s
 WHERE s.event_id = $1 AND s.seat_id = ANY ($2::text[])
 ORDER BY s.seat_id
   FOR UPDATE
