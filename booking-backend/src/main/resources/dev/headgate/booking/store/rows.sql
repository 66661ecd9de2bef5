-- Works out a venue's rows from its seats. Parameter: venue
INSERT INTO seat_row AS r
SELECT s.venue_id, s.row_label, min(s.section_id), min(s.ordinal), max(s.ordinal), min(s.number),
       max(s.number)
  FROM seat s
 WHERE s.venue_id = ?
 GROUP BY s.venue_id, s.row_label
ON CONFLICT (venue_id, row_label) DO UPDATE
   SET section_id = excluded.section_id, first_ordinal = excluded.first_ordinal,
       last_ordinal = excluded.last_ordinal, first_number = excluded.first_number,
       last_number = excluded.last_number
 WHERE (r.section_id, r.first_ordinal, r.last_ordinal, r.first_number, r.last_number)
       IS DISTINCT FROM (excluded.section_id, excluded.first_ordinal, excluded.last_ordinal,
                         excluded.first_number, excluded.last_number)
