-- A message was handed over.
-- $1 message id.
-- Returns nothing. Also after the take has run out: it was sent all the same.
UPDATE outbox
   SET sent_at = clock_timestamp(), next_try_at = NULL, last_error = NULL
 WHERE message_id = $1 AND sent_at IS NULL AND given_up_at IS NULL
