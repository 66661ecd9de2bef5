-- Gives a hold its one extension, if it is this customer's and live and the event grants one: the
-- hold first, then the seats that name it. The clock is read below all of the locks: whoever got
-- one of the seats meanwhile, because the time was up by then, is seen here.
-- $1 hold, $2 customer, $3 name of this process
-- Returns the hold as it stands after, how many seconds the event grants, and whether it was given.
WITH mine AS MATERIALIZED (
  SELECT h.* FROM hold h WHERE h.hold_id = $1 AND h.customer_id = $2 FOR UPDATE
), seats AS MATERIALIZED (
  SELECT s.event_id, s.seat_id, s.state
    FROM event_seat s
   WHERE s.event_id = (SELECT event_id FROM mine) AND s.hold_id = $1
   ORDER BY s.event_id, s.seat_id
     FOR UPDATE OF s
), clock AS MATERIALIZED (
  SELECT count(*) FILTER (WHERE state = 'held') AS found, clock_timestamp() AS now FROM seats
), verdict AS MATERIALIZED (
  SELECT m.hold_id, c.now, e.extension_seconds,
         m.deadline + e.extension_seconds * interval '1 second' AS deadline,
         m.status = 'active' AND m.deadline > c.now AND c.found = m.seat_count
           AND m.extended_at IS NULL AND e.extension_seconds > 0 AS granted
    FROM mine m JOIN event e ON e.event_id = m.event_id CROSS JOIN clock c
), moving AS (
  UPDATE event_seat s SET deadline = v.deadline, version = s.version + 1
    FROM seats w, verdict v
   WHERE v.granted AND s.event_id = (SELECT event_id FROM mine) AND s.hold_id = $1
     AND s.seat_id = w.seat_id
), extending AS (
  UPDATE hold h SET deadline = v.deadline, extended_at = v.now
    FROM verdict v
   WHERE v.granted AND h.hold_id = v.hold_id
), audited AS (
  INSERT INTO audit (at, event_id, hold_id, customer_id, action, reason, seat_ids, process)
  SELECT v.now, m.event_id, m.hold_id, m.customer_id, 'extended', 'requested', m.seat_ids, $3
    FROM verdict v JOIN mine m ON m.hold_id = v.hold_id
   WHERE v.granted
)
SELECT m.hold_id, m.event_id, m.customer_id, m.status, m.seat_ids, m.ticket_types, m.prices_cents,
       m.seat_count, m.total_cents, m.created_at, m.ended_at,
       CASE WHEN v.granted THEN v.now ELSE m.extended_at END AS extended_at,
       CASE WHEN v.granted THEN v.deadline ELSE m.deadline END AS deadline,
       v.now, v.granted, v.extension_seconds
  FROM mine m JOIN verdict v ON v.hold_id = m.hold_id
