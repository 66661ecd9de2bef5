-- Adds an address to an account that has none of its kind. The caller has locked both.
-- $1 customer, $2 e-mail or null, $3 phone or null
-- Returns the account.
UPDATE account
   SET email = coalesce(email, $2), phone = coalesce(phone, $3)
 WHERE customer_id = $1
RETURNING customer_id, email, phone
