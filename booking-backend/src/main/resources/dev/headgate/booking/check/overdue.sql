-- Holds past their deadline are ended by a sweep before long. (Their seats are free meanwhile.)
-- headgate.overdue_seconds: how long is too long.
-- Returns holds that were not.
SELECT h.event_id, h.hold_id AS id,
       'over for ' || floor(extract(epoch FROM clock_timestamp() - h.deadline)) || ' s' AS detail
  FROM hold h
 WHERE h.status = 'active'
   AND h.deadline < now() - current_setting('headgate.overdue_seconds')::bigint * interval '1 s'
