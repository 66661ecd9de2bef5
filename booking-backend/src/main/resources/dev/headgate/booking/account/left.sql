-- Whether a customer has seats held or being paid for. By event, as holds are indexed.
-- $1 customer
-- Returns one row.
SELECT EXISTS (
  SELECT FROM event e
    JOIN hold h ON h.event_id = e.event_id
   WHERE h.customer_id = $1
     AND h.status IN ('active', 'paying', 'converted')
     AND (h.status = 'paying' OR (h.status = 'active' AND h.deadline > clock_timestamp()))
) AS any_left
