-- Writes down the processor's id of a charge, before the charge is confirmed.
-- $1 payment, $2 the processor's id
-- Returns the id that counts: somebody may have been first.
WITH registering AS (
  UPDATE payment p SET processor_ref = $2, status = 'registered'
   WHERE p.payment_id = $1 AND p.processor_ref IS NULL AND p.status = 'new'
  RETURNING p.processor_ref
)
SELECT coalesce((SELECT processor_ref FROM registering),
                (SELECT p.processor_ref FROM payment p WHERE p.payment_id = $1)) AS processor_ref
