-- Begins a sign-in and puts its code into the outbox, or does neither where the address had its
-- codes for this hour. The caller has locked the address. Whether it has an account is not asked.
-- $1 id of the sign-in, $2 channel, $3 address, $4 hash of the code, $5 its lifetime in
-- milliseconds, $6 codes an hour, $7 id of the message, $8 the code, sealed
-- Returns one row: full_until where it was refused, expires_at where not.
WITH clock AS MATERIALIZED (
  SELECT clock_timestamp() AS now
), verdict AS MATERIALIZED (
  -- The newest code but so many: while that one is of this hour, there is no other.
  SELECT c.now,
         (SELECT s.created_at FROM sign_in s
           WHERE s.recipient = $3 AND s.created_at > c.now - interval '1 hour'
           ORDER BY s.created_at DESC OFFSET $6::integer - 1 LIMIT 1) + interval '1 hour'
           AS full_until
    FROM clock c
), begun AS (
  INSERT INTO sign_in (sign_in_id, channel, recipient, code_hash, created_at, expires_at)
  SELECT $1, $2, $3, $4, v.now, v.now + $5::bigint * interval '1 millisecond'
    FROM verdict v
   WHERE v.full_until IS NULL
  RETURNING expires_at
), told AS (
  INSERT INTO outbox (message_id, subject_id, kind, channel, recipient, detail, created_at,
                      next_try_at)
  SELECT $7, $1, 'code', $2, $3, $8, v.now, v.now
    FROM verdict v
   WHERE v.full_until IS NULL
)
SELECT v.now, v.full_until, b.expires_at FROM verdict v LEFT JOIN begun b ON true
