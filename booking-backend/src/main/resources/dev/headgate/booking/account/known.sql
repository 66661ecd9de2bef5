-- The account with this address and the account of this customer, locked in the order of their ids.
-- The caller has locked the address.
-- $1 the address, $2 the customer or null
-- Returns none, one or both.
SELECT a.customer_id, a.email, a.phone
  FROM account a
 WHERE a.email = $1 OR a.phone = $1 OR a.customer_id = $2
 ORDER BY a.customer_id
   FOR UPDATE
