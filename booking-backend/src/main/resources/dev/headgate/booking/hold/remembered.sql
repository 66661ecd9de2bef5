-- What a customer's key was used for. $1 customer, $2 key
SELECT fingerprint, result_id FROM idempotency
 WHERE customer_id = $1 AND route = 'hold' AND key = $2
