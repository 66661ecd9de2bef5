-- What is known of a payment that nothing follows from. What is final stays.
-- $1 payment, $2 status, $3 where the customer has to go, $4 why the card would not do,
-- $5 cents given back in all
UPDATE payment p
   SET status = CASE WHEN p.status IN ('succeeded', 'cancelled') THEN p.status ELSE $2 END,
       settled_at = CASE WHEN p.status IN ('succeeded', 'cancelled') THEN p.settled_at
                         WHEN $2 = 'cancelled' THEN clock_timestamp() END,
       -- What is cancelled is looked at once more, long after.
       next_check_at = CASE
         WHEN $2 = 'cancelled' AND clock_timestamp()
              >= coalesce(p.settled_at, 'infinity') + (p.investigate_until - p.created_at) THEN NULL
         WHEN $2 = 'cancelled' AND p.settled_at IS NULL
              THEN clock_timestamp() + (p.investigate_until - p.created_at)
         ELSE p.next_check_at END,
       redirect_url = $3,
       decline_code = coalesce($4, p.decline_code),
       refunded_cents = greatest(p.refunded_cents, $5)
 WHERE p.payment_id = $1
