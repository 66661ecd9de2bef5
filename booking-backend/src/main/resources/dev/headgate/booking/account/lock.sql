-- Lets one transaction at a time deal with an address, until it ends.
-- $1 the address
-- Returns one row.
SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended($1::text, 8114202615))
