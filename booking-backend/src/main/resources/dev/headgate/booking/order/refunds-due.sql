-- Takes refunds that are due, each for one process.
-- $1 at most so many
UPDATE refund r
   SET tries = r.tries + 1,
       next_try_at = clock_timestamp() + least(300, 2 ^ least(r.tries, 9)) * interval '1 second'
  FROM payment p
 WHERE p.payment_id = r.payment_id AND r.payment_id IN (
   SELECT d.payment_id FROM refund d
    WHERE d.status = 'due' AND d.next_try_at <= now()
    ORDER BY d.next_try_at
    LIMIT $1
      FOR UPDATE SKIP LOCKED)
RETURNING r.payment_id, r.order_id, r.amount_cents, p.processor_ref, p.received_cents, r.tries
