-- Takes notices that wait, each for one process for half a minute.
-- $1 at most so many
UPDATE webhook_inbox w
   SET tries = w.tries + 1,
       next_try_at = clock_timestamp() + least(3600, 30 * 2 ^ least(w.tries, 7)) * interval '1 second'
 WHERE w.notice_id IN (
   SELECT d.notice_id FROM webhook_inbox d
    WHERE d.next_try_at <= now()
    ORDER BY d.next_try_at
    LIMIT $1
      FOR UPDATE SKIP LOCKED)
RETURNING w.notice_id, w.processor_ref, w.body, w.outcome
