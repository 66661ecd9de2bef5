-- Releases a hold if it is this customer's and live: the hold first, then only the seats that
-- still name it. Whoever else holds such a seat by now keeps it.
-- $1 hold, $2 customer, $3 name of this process
-- Returns the hold as it stood before, or no row.
WITH mine AS MATERIALIZED (
  SELECT h.* FROM hold h WHERE h.hold_id = $1 AND h.customer_id = $2 FOR UPDATE
), clock AS MATERIALIZED (
  SELECT count(*) AS found, clock_timestamp() AS now FROM mine
), live AS MATERIALIZED (
  SELECT m.hold_id, m.event_id, c.now
    FROM mine m, clock c
   WHERE m.status = 'active' AND m.deadline > c.now
), seats AS MATERIALIZED (
  SELECT s.event_id, s.seat_id, s.state
    FROM event_seat s
   WHERE s.event_id = (SELECT event_id FROM live) AND s.hold_id = $1
   ORDER BY s.event_id, s.seat_id
     FOR UPDATE OF s
), freeing AS (
  UPDATE event_seat s
     SET state = 'available', hold_id = NULL, deadline = NULL, version = s.version + 1
    FROM seats w
   WHERE s.event_id = (SELECT event_id FROM live) AND s.seat_id = w.seat_id AND s.hold_id = $1
     AND w.state = 'held'
), ending AS (
  UPDATE hold h SET status = 'released', ended_at = l.now
    FROM live l
   WHERE h.hold_id = l.hold_id
), audited AS (
  INSERT INTO audit (at, event_id, hold_id, customer_id, action, reason, seat_ids, process)
  SELECT l.now, m.event_id, m.hold_id, m.customer_id, 'released', 'requested', m.seat_ids, $3
    FROM live l, mine m
)
SELECT m.*, c.now,
       (SELECT e.extension_seconds FROM event e WHERE e.event_id = m.event_id) AS extension_seconds
  FROM mine m, clock c
