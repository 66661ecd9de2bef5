-- What prices are decided on: one row a ticket type of the event.
-- $1 event
SELECT s.ticket_type, count(*) AS seats,
       count(*) FILTER (WHERE s.state = 'available'
           OR (s.state = 'held' AND s.deadline <= now())) AS free,
       (SELECT count(*) FROM hold h
         WHERE h.event_id = $1 AND h.created_at > now() - interval '5 minutes') AS recent_holds,
       e.starts_at, clock_timestamp() AS now, f.per_mille, f.changed_at
  FROM event e
  JOIN event_seat s ON s.event_id = $1
  LEFT JOIN price_factor f ON f.event_id = $1 AND f.ticket_type = s.ticket_type
 WHERE e.event_id = $1
 GROUP BY s.ticket_type, e.event_id, e.starts_at, f.per_mille, f.changed_at
 ORDER BY s.ticket_type
