-- Writes down that this key, too, stands for an order that is there already.
-- $1 customer, $2 idempotency key, $3 fingerprint, $4 order
INSERT INTO idempotency (customer_id, route, key, fingerprint, result_id, created_at, answered_at)
VALUES ($1, 'checkout', $2, $3, $4, clock_timestamp(), clock_timestamp())
ON CONFLICT DO NOTHING
