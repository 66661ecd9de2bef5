-- Writes down a customer's key, or waits for the request that is writing it and then leaves it.
-- $1 customer, $2 key, $3 fingerprint, $4 id of the new hold
INSERT INTO idempotency (customer_id, route, key, fingerprint, result_id, created_at, answered_at)
VALUES ($1, 'hold', $2, $3, $4, clock_timestamp(), clock_timestamp())
ON CONFLICT (customer_id, route, key) DO NOTHING
