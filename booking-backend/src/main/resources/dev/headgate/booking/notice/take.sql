-- Takes messages that are due: counts the try and moves the next one on, so that nobody else takes
-- them meanwhile and whoever dies with them leaves them for later.
-- $1 channel, $2 whether codes or everything else, $3 at most so many, $4 milliseconds until
-- others may take them.
-- Returns the messages.
WITH due AS (
  SELECT message_id
    FROM outbox
   -- A subquery, because a bare clock_timestamp() keeps the index from being used.
   WHERE next_try_at <= (SELECT clock_timestamp())
     AND channel = $1
     AND (kind = 'code') = $2
   ORDER BY next_try_at
   LIMIT $3
     FOR UPDATE SKIP LOCKED
)
UPDATE outbox o
   SET tries = o.tries + 1,
       next_try_at = clock_timestamp() + $4::bigint * interval '1 millisecond'
  FROM due
 WHERE o.message_id = due.message_id
RETURNING o.message_id, o.subject_id, o.kind, o.channel, o.recipient, o.detail, o.tries,
          (1000 * extract(epoch FROM clock_timestamp() - o.created_at))::bigint AS age_millis
