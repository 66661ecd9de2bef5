-- Every seat that is on sale in the rows of these seats, and whether it is free.
-- $1 event, $2 row labels
SELECT r.row_label, s.seat_id,
       s.state = 'available' OR (s.state = 'held' AND s.deadline <= clock_timestamp()) AS free
  FROM event e
  JOIN seat_row r ON r.venue_id = e.venue_id AND r.row_label = ANY ($2::text[])
  CROSS JOIN LATERAL generate_series(r.first_number, r.last_number) AS number
  JOIN event_seat s ON s.event_id = $1 AND s.seat_id = r.row_label || '-' || number
 WHERE e.event_id = $1
 ORDER BY r.first_ordinal, number
