-- $1 customer
-- Returns the account, or no row.
SELECT a.customer_id, a.email, a.phone FROM account a WHERE a.customer_id = $1
