-- Takes payments without an outcome whose time to be looked at has come, each for one process.
-- $1 at most so many
UPDATE payment p
   SET checks = p.checks + 1,
       next_check_at = clock_timestamp() + least(60, 2 ^ least(p.checks, 6)) * interval '1 second'
 WHERE p.payment_id IN (
   SELECT d.payment_id FROM payment d
    WHERE d.next_check_at <= now()
    ORDER BY d.next_check_at
    LIMIT $1
      FOR UPDATE SKIP LOCKED)
RETURNING p.payment_id
