-- Locks the customer's row for this event until the transaction ends, making it the first time.
-- $1 event, $2 customer
INSERT INTO customer AS c (event_id, customer_id)
VALUES ($1, $2)
ON CONFLICT (event_id, customer_id) DO UPDATE SET attempts = c.attempts + 1
