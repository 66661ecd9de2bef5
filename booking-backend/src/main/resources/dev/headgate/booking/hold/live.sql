-- A customer's live holds for an event, oldest first; one row with the clock alone if none.
-- $1 event, $2 customer
SELECT c.now, h.*,
       (SELECT e.extension_seconds FROM event e WHERE e.event_id = $1) AS extension_seconds
  FROM (SELECT clock_timestamp() AS now) c
  LEFT JOIN hold h
    ON h.event_id = $1 AND h.customer_id = $2 AND h.status = 'active' AND h.deadline > c.now
 ORDER BY h.created_at
