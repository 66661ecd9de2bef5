-- Lets blocks of seats go: all that are due, or one by its name. What several processes try at
-- once is done by one of them.
-- $1 event or null for all that are due, $2 name of the block, $3 name of this process
-- Returns event, block and how many seats it put on sale.
WITH due AS MATERIALIZED (
  SELECT b.event_id, b.name, b.ticket_type, b.price_cents, b.seat_ids,
         CASE WHEN $1::text IS NULL THEN 'released on time' ELSE 'released by hand' END AS reason
    FROM seat_block b
   WHERE b.released_at IS NULL
     AND CASE WHEN $1::text IS NULL THEN b.release_at <= now()
              ELSE b.event_id = $1 AND b.name = $2 END
   ORDER BY b.event_id, b.name
     FOR UPDATE
), released AS (
  UPDATE seat_block b SET released_at = clock_timestamp()
    FROM due d
   WHERE b.event_id = d.event_id AND b.name = d.name
), added AS (
  INSERT INTO event_seat (event_id, venue_id, seat_id, section_id, ordinal, ticket_type,
                          price_cents)
  SELECT d.event_id, s.venue_id, s.seat_id, s.section_id, s.ordinal, d.ticket_type, d.price_cents
    FROM due d
    JOIN event e ON e.event_id = d.event_id
    JOIN seat s ON s.venue_id = e.venue_id AND s.seat_id = ANY (d.seat_ids)
   ORDER BY d.event_id, s.seat_id
  ON CONFLICT DO NOTHING
  RETURNING event_id, seat_id
), told AS MATERIALIZED (
  SELECT d.event_id, d.name, d.reason,
         coalesce(array_agg(a.seat_id ORDER BY a.seat_id) FILTER (WHERE a.seat_id IS NOT NULL),
                  '{}') AS seat_ids
    FROM due d
    LEFT JOIN added a ON a.event_id = d.event_id AND a.seat_id = ANY (d.seat_ids)
   GROUP BY d.event_id, d.name, d.reason
), drawn AS (
  UPDATE event e SET plan_version = e.plan_version + 1
   WHERE e.event_id IN (SELECT event_id FROM added)
), audited AS (
  INSERT INTO audit (at, event_id, action, reason, seat_ids, process)
  SELECT clock_timestamp(), t.event_id, 'allocated', 'block ' || t.name || ' ' || t.reason,
         t.seat_ids, $3
    FROM told t
)
SELECT event_id, name, cardinality(seat_ids) AS seats FROM told ORDER BY event_id, name
