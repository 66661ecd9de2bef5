-- Seats of a venue. One that is there already keeps its name and follows the rest.
-- Parameters: venue; then lists of seat names, sections, rows, numbers, places in the plan,
-- accessible, restricted view
INSERT INTO seat (venue_id, seat_id, section_id, row_label, number, ordinal, accessible,
                  restricted_view)
SELECT ?, s.* FROM unnest(?::text[], ?::text[], ?::text[], ?::int[], ?::int[], ?::bool[],
                          ?::bool[]) AS s
ON CONFLICT (venue_id, seat_id) DO UPDATE
   SET section_id = excluded.section_id, ordinal = excluded.ordinal,
       accessible = excluded.accessible, restricted_view = excluded.restricted_view
 WHERE (seat.section_id, seat.ordinal, seat.accessible, seat.restricted_view)
       IS DISTINCT FROM (excluded.section_id, excluded.ordinal, excluded.accessible,
                         excluded.restricted_view)
