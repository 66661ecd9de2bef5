-- Keeps a payment from getting a name, if it has none yet. The caller has locked its order.
-- $1 payment
SELECT p.payment_id FROM payment p
 WHERE p.payment_id = $1 AND p.processor_ref IS NULL AND p.status = 'new'
   FOR UPDATE
