-- A seat's row names a hold of its event that lists the seat and is in the matching status.
-- Returns seats whose rows do not.
SELECT s.event_id, s.seat_id AS id,
       s.state || ' by ' || s.hold_id || ', which is ' || coalesce(h.status, 'no hold') AS detail
  FROM event_seat s LEFT JOIN hold h ON h.hold_id = s.hold_id
 WHERE s.hold_id IS NOT NULL
   AND (h.event_id IS DISTINCT FROM s.event_id
        OR s.seat_id <> ALL (h.seat_ids)
        OR h.status IS DISTINCT FROM CASE s.state
             WHEN 'held' THEN 'active' WHEN 'paying' THEN 'paying' WHEN 'sold' THEN 'converted' END
        OR (s.state = 'held' AND s.deadline <> h.deadline))
