-- Seats that look free, nearest the front first, without a lock: what to try to hold. Reads an
-- index in the order of the plan and stops when it has enough.
-- $1 event, $2 section or null, $3 most it may cost or null, $4 ticket type or null,
-- $5 at most so many seats
WITH area AS MATERIALIZED (
  SELECT r.venue_id, min(r.first_ordinal) AS first, max(r.last_ordinal) AS last,
         EXISTS (SELECT 1 FROM price_factor f WHERE f.event_id = $1) AS moved
    FROM event e
    JOIN seat_row r
      ON r.venue_id = e.venue_id AND ($2::text IS NULL OR r.section_id = $2)
   WHERE e.event_id = $1
   GROUP BY r.venue_id
), free AS MATERIALIZED (
  SELECT s.seat_id, s.ordinal
    FROM event_seat s
   WHERE s.event_id = $1
     AND s.ordinal BETWEEN (SELECT first FROM area) AND (SELECT last FROM area)
     AND s.state IN ('available', 'held')
     AND (s.state = 'available' OR s.deadline <= clock_timestamp())
     AND ($4::text IS NULL OR s.ticket_type = $4)
     AND CASE WHEN $3::bigint IS NULL THEN true
              WHEN NOT (SELECT moved FROM area) THEN s.price_cents <= $3
              ELSE priced(s.price_cents,
                     (SELECT f.per_mille FROM price_factor f
                       WHERE f.event_id = $1 AND f.ticket_type = s.ticket_type)) <= $3 END
   ORDER BY s.ordinal
   LIMIT $5
)
SELECT f.seat_id, r.section_id, r.row_label, r.first_ordinal, r.last_ordinal, r.first_number,
       r.last_number
  FROM free f
 CROSS JOIN area a
  JOIN seat_row r ON r.venue_id = a.venue_id AND r.row_label = split_part(f.seat_id, '-', 1)
 ORDER BY f.ordinal
