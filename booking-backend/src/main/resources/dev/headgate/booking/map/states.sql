-- The state of every seat an event sells, a letter each, in the order of the plan: available,
-- held, paying, sold. A held seat past its deadline is free, whether or not any sweep has written
-- that down.
-- $1 event
-- Returns one row, none for an unknown event.
SELECT e.plan_version, now() AS as_of,
       coalesce((SELECT string_agg(
                   CASE WHEN s.state = 'held' AND s.deadline <= now() THEN 'a'
                        ELSE left(s.state, 1) END, '' ORDER BY s.ordinal)
                   FROM event_seat s WHERE s.event_id = e.event_id), '') AS states
  FROM event e
 WHERE e.event_id = $1
