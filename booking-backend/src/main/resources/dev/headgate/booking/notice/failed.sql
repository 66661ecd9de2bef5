-- A try failed: the next one is later, or there is none.
-- $1 message id, $2 which try it was, $3 milliseconds until the next, $4 why, $5 milliseconds since
-- it was written after which there is none, $6 tries after which there is none.
-- Returns whether it was given up; no row where somebody else has taken or sent it since.
UPDATE outbox
   SET last_error = $4,
       given_up_at = CASE WHEN is_over THEN now_at END,
       next_try_at = CASE WHEN is_over THEN NULL
                          ELSE now_at + $3::bigint * interval '1 millisecond' END
  FROM (SELECT message_id AS id, clock_timestamp() AS now_at,
               clock_timestamp() >= created_at + $5::bigint * interval '1 millisecond'
                 OR tries >= $6 AS is_over
          FROM outbox WHERE message_id = $1 FOR UPDATE) judged
 WHERE message_id = id AND tries = $2 AND sent_at IS NULL AND given_up_at IS NULL
RETURNING given_up_at IS NOT NULL AS given_up
