-- What is free right now near the seats somebody asked for: those seats first, then their rows.
-- $1 event, $2 seat names, $3 at most so many
WITH wanted AS MATERIALIZED (
  SELECT s.section_id, min(s.ordinal) AS ordinal,
         array_agg(DISTINCT split_part(s.seat_id, '-', 1)) AS rows
    FROM event_seat s
   WHERE s.event_id = $1 AND s.seat_id = ANY ($2::text[])
   GROUP BY s.section_id
)
SELECT s.seat_id
  FROM wanted w JOIN event_seat s ON s.event_id = $1 AND s.section_id = w.section_id
 WHERE s.state = 'available' OR (s.state = 'held' AND s.deadline <= clock_timestamp())
 ORDER BY s.seat_id = ANY ($2::text[]) DESC, split_part(s.seat_id, '-', 1) = ANY (w.rows) DESC,
          abs(s.ordinal - w.ordinal), s.ordinal
 LIMIT $3
