-- What holds and tickets count is what the seats' rows count, event by event.
-- Returns events of which that is not so.
SELECT e.event_id, e.event_id AS id,
       'paying seats ' || s.paying || ', of holds ' || h.paying || '; sold seats ' || s.sold
       || ', good tickets ' || t.good AS detail
  FROM event e
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE state = 'paying') AS paying,
           count(*) FILTER (WHERE state = 'sold') AS sold
      FROM event_seat x WHERE x.event_id = e.event_id) s
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(seat_count), 0) AS paying
      FROM hold x WHERE x.event_id = e.event_id AND x.status = 'paying') h
  CROSS JOIN LATERAL (
    SELECT count(*) AS good
      FROM ticket x WHERE x.event_id = e.event_id AND x.voided_at IS NULL) t
 WHERE s.paying <> h.paying OR s.sold <> t.good
