-- The first request with this key has its answer.
-- $1 customer, $2 idempotency key
UPDATE idempotency SET answered_at = clock_timestamp()
 WHERE customer_id = $1 AND route = 'checkout' AND key = $2 AND answered_at IS NULL
