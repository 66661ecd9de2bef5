-- Makes an account, unless this customer got one meanwhile. The caller has locked the address.
-- $1 customer, $2 e-mail or null, $3 phone or null
-- Returns the account, or no row.
INSERT INTO account (customer_id, email, phone, created_at)
VALUES ($1, $2, $3, clock_timestamp())
ON CONFLICT (customer_id) DO NOTHING
RETURNING customer_id, email, phone
