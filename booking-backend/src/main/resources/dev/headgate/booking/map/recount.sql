-- The same, with the rows counted by section in the same view of them, to hold one against the
-- other.
-- $1 event
-- Returns one row: counts has 'free held paying sold section' for each section with seats on sale.
WITH seats AS MATERIALIZED (
  SELECT s.section_id, s.ordinal,
         CASE WHEN s.state = 'held' AND s.deadline <= now() THEN 'available'
              ELSE s.state END AS state
    FROM event_seat s
   WHERE s.event_id = $1
), counted AS (
  SELECT section_id,
         count(*) FILTER (WHERE state = 'available') || ' '
           || count(*) FILTER (WHERE state = 'held') || ' '
           || count(*) FILTER (WHERE state = 'paying') || ' '
           || count(*) FILTER (WHERE state = 'sold') || ' ' || section_id AS line
    FROM seats
   GROUP BY section_id
)
SELECT e.plan_version, now() AS as_of,
       coalesce((SELECT string_agg(left(state, 1), '' ORDER BY ordinal) FROM seats), '') AS states,
       ARRAY(SELECT line FROM counted) AS counts
  FROM event e
 WHERE e.event_id = $1
