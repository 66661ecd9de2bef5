-- Seats that look free, nearest the front first, without a lock: what to try to hold.
-- $1 event, $2 section or null, $3 most it may cost or null, $4 ticket type or null,
-- $5 at most so many seats
SELECT s.seat_id, r.section_id, r.row_label, r.first_ordinal, r.last_ordinal, r.first_number,
       r.last_number
  FROM event e
  JOIN seat_row r
    ON r.venue_id = e.venue_id AND ($2::text IS NULL OR r.section_id = $2)
  JOIN event_seat s
    ON s.event_id = $1 AND s.ordinal BETWEEN r.first_ordinal AND r.last_ordinal
   AND s.state IN ('available', 'held')
  LEFT JOIN price_factor f ON f.event_id = $1 AND f.ticket_type = s.ticket_type
 WHERE e.event_id = $1
   AND (s.state = 'available' OR s.deadline <= clock_timestamp())
   AND ($3::bigint IS NULL OR priced(s.price_cents, f.per_mille) <= $3)
   AND ($4::text IS NULL OR s.ticket_type = $4)
 ORDER BY r.first_ordinal, s.ordinal
 LIMIT $5
