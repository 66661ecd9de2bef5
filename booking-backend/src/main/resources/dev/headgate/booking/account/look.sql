-- Locks a sign-in: its guesses are looked at one after another.
-- $1 id of the sign-in
-- Returns it with the time, or no row.
WITH mine AS MATERIALIZED (
  SELECT s.channel, s.recipient, s.code_hash, s.tries, s.expires_at, s.used_at
    FROM sign_in s
   WHERE s.sign_in_id = $1
     FOR UPDATE
)
-- Above the lock, so that a guess that had to wait is judged by when its turn came.
SELECT m.*, clock_timestamp() AS now FROM mine m
