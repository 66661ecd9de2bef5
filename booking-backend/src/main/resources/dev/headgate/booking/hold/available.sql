-- What is free right now near the seats somebody asked for: those seats first, then their rows.
-- $1 event, $2 seat names, $3 at most so many
WITH wanted AS MATERIALIZED (
  SELECT s.venue_id, s.section_id, min(s.ordinal) AS ordinal,
         array_agg(DISTINCT split_part(s.seat_id, '-', 1)) AS rows
    FROM event_seat s
   WHERE s.event_id = $1 AND s.seat_id = ANY ($2::text[])
   GROUP BY s.venue_id, s.section_id
), near AS MATERIALIZED (
  SELECT w.ordinal, w.rows, min(r.first_ordinal) AS first, max(r.last_ordinal) AS last
    FROM wanted w
    JOIN seat_row r ON r.venue_id = w.venue_id AND r.section_id = w.section_id
   GROUP BY w.ordinal, w.rows
)
SELECT s.seat_id
  FROM near n
  JOIN event_seat s ON s.event_id = $1 AND s.ordinal BETWEEN n.first AND n.last
 WHERE s.state IN ('available', 'held')
   AND (s.state = 'available' OR s.deadline <= clock_timestamp())
 ORDER BY s.seat_id = ANY ($2::text[]) DESC, split_part(s.seat_id, '-', 1) = ANY (n.rows) DESC,
          abs(s.ordinal - n.ordinal), s.ordinal
 LIMIT $3
