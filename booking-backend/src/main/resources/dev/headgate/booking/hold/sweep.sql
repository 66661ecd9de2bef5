-- Ends holds past their deadline, the hold first, and frees the seats that still name them.
-- Never waits: what somebody else has locked is left for the next sweep, and a hold one of whose
-- seats was left stays as it is, or nothing would ever find that seat again.
-- $1 at most so many holds, $2 name of this process
-- Returns how many holds were ended and seats freed.
-- A hold belongs to one event, so seats are found by the hold alone: see the decision on partitions
-- for why the partition key is never joined on.
WITH due AS MATERIALIZED (
  -- now() is the start of this transaction: never later than the clock, and an index can serve it.
  SELECT h.hold_id, h.event_id, h.customer_id, h.seat_ids, h.deadline
    FROM hold h
   WHERE h.status = 'active' AND h.deadline <= now()
   ORDER BY h.deadline
   LIMIT $1
     FOR UPDATE SKIP LOCKED
), naming AS MATERIALIZED (
  SELECT s.hold_id, count(*) AS seats
    FROM event_seat s JOIN due d ON s.hold_id = d.hold_id
   GROUP BY s.hold_id
), locked AS MATERIALIZED (
  -- The state is looked at later: asked for here, it would offer the planner an index of all seats
  -- that may be free, which without fresh statistics it takes for a small one.
  SELECT s.event_id, s.seat_id, s.hold_id, s.state
    FROM event_seat s JOIN due d ON s.hold_id = d.hold_id
   WHERE s.deadline <= now()
   ORDER BY s.event_id, s.seat_id
     FOR UPDATE OF s SKIP LOCKED
), whole AS MATERIALIZED (
  SELECT d.*, clock_timestamp() AS now
    FROM due d
    LEFT JOIN naming n ON n.hold_id = d.hold_id
    LEFT JOIN (SELECT hold_id, count(*) AS seats FROM locked GROUP BY hold_id) l
      ON l.hold_id = d.hold_id
   WHERE coalesce(n.seats, 0) = coalesce(l.seats, 0)
), freeing AS (
  UPDATE event_seat s
     SET state = 'available', hold_id = NULL, deadline = NULL, version = s.version + 1
    FROM locked w JOIN whole d ON d.hold_id = w.hold_id
   WHERE s.seat_id = w.seat_id AND s.hold_id = w.hold_id
     AND w.state = 'held'
  RETURNING s.seat_id
), ending AS (
  UPDATE hold h SET status = 'expired', ended_at = d.now
    FROM whole d
   WHERE h.hold_id = d.hold_id
  RETURNING h.hold_id
), audited AS (
  INSERT INTO audit (at, event_id, hold_id, customer_id, action, reason, seat_ids, delay_millis,
                     process)
  SELECT d.now, d.event_id, d.hold_id, d.customer_id, 'expired', 'deadline passed', d.seat_ids,
         (extract(epoch FROM d.now - d.deadline) * 1000)::bigint, $2
    FROM whole d
)
SELECT (SELECT count(*) FROM ending)::integer AS holds,
       (SELECT count(*) FROM freeing)::integer AS seats
