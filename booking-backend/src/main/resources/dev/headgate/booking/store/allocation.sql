-- Brings what an event sells to what it should sell. Locks only seats that have to change, in the
-- order of all locks, and judges them as they are then: what is free is withdrawn, what somebody
-- has stays. A new price is for holds to come: those that are there have theirs.
-- Parameters: lists of seat names, sections, places in the plan, ticket types and prices; event,
-- venue, name of this process
-- Returns the seats that had to stay, or null, and how many were put on sale.
WITH wanted AS MATERIALIZED (
  SELECT w.*
    FROM unnest(?::text[], ?::text[], ?::int[], ?::text[], ?::bigint[])
      AS w(seat_id, section_id, ordinal, ticket_type, price_cents)
), given AS MATERIALIZED (
  SELECT ?::text AS event_id, ?::text AS venue_id, ?::text AS process
), locked AS MATERIALIZED (
  SELECT s.seat_id, s.state, s.deadline, s.price_cents AS old_price, s.ticket_type AS old_type,
         w.seat_id AS wanted_id, w.section_id, w.ordinal, w.ticket_type, w.price_cents
    FROM event_seat s
    LEFT JOIN wanted w ON w.seat_id = s.seat_id
   WHERE s.event_id = (SELECT event_id FROM given)
     AND (w.seat_id IS NULL
          OR (s.section_id, s.ordinal, s.ticket_type, s.price_cents)
             IS DISTINCT FROM (w.section_id, w.ordinal, w.ticket_type, w.price_cents))
   ORDER BY s.seat_id
     FOR UPDATE OF s
), clock AS MATERIALIZED (
  SELECT count(*) AS found, clock_timestamp() AS now FROM locked
), withdrawn AS (
  DELETE FROM event_seat s
   USING locked l, clock c
   WHERE s.event_id = (SELECT event_id FROM given) AND s.seat_id = l.seat_id AND l.wanted_id IS NULL
     AND (l.state = 'available' OR (l.state = 'held' AND l.deadline <= c.now))
  RETURNING s.seat_id
), changed AS (
  UPDATE event_seat s
     SET section_id = l.section_id, ordinal = l.ordinal, ticket_type = l.ticket_type,
         price_cents = l.price_cents, version = s.version + 1
    FROM locked l
   WHERE s.event_id = (SELECT event_id FROM given) AND s.seat_id = l.seat_id AND l.wanted_id IS NOT NULL
  RETURNING s.seat_id, (l.old_price, l.old_type) IS DISTINCT FROM (l.price_cents, l.ticket_type)
                       AS is_priced
), added AS (
  INSERT INTO event_seat (event_id, venue_id, seat_id, section_id, ordinal, ticket_type,
                          price_cents)
  SELECT g.event_id, g.venue_id, w.seat_id, w.section_id, w.ordinal, w.ticket_type, w.price_cents
    FROM wanted w, given g
  ON CONFLICT DO NOTHING
  RETURNING seat_id
), told AS MATERIALIZED (
  SELECT 'allocated' AS action, array_agg(seat_id ORDER BY seat_id) AS seat_ids FROM added
   UNION ALL
  SELECT 'withdrawn', array_agg(seat_id ORDER BY seat_id) FROM withdrawn
   UNION ALL
  SELECT 'priced', array_agg(seat_id ORDER BY seat_id) FROM changed WHERE is_priced
), audited AS (
  INSERT INTO audit (at, event_id, action, reason, seat_ids, process)
  SELECT c.now, g.event_id, t.action, 'configuration', t.seat_ids, g.process
    FROM told t, clock c, given g
   WHERE t.seat_ids IS NOT NULL
), drawn AS (
  UPDATE event e SET plan_version = e.plan_version + 1
    FROM given g
   WHERE e.event_id = g.event_id
     AND (EXISTS (SELECT 1 FROM added) OR EXISTS (SELECT 1 FROM withdrawn)
          OR EXISTS (SELECT 1 FROM changed))
)
SELECT array_agg(l.seat_id ORDER BY l.seat_id) FILTER (WHERE l.wanted_id IS NULL
           AND NOT (l.state = 'available' OR (l.state = 'held' AND l.deadline <= c.now))) AS kept,
       (SELECT count(*) FROM added)::integer AS added
  FROM locked l CROSS JOIN clock c
