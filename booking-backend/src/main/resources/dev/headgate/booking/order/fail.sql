-- Ends an order that nothing was paid for. The caller has locked order, hold and seats, and freed
-- what the order had of them.
-- $1 order, $2 payment, $3 why
WITH o AS MATERIALIZED (
  SELECT o.*, h.seat_ids, clock_timestamp() AS now
    FROM shop_order o JOIN hold h ON h.hold_id = o.hold_id
   WHERE o.order_id = $1
), failing AS (
  UPDATE shop_order u SET status = 'failed', reason = $3, ended_at = o.now
    FROM o
   WHERE u.order_id = o.order_id
), cancelled AS (
  UPDATE payment p
     SET status = 'cancelled', settled_at = o.now, redirect_url = NULL,
         -- One more look, long after: money may come though the processor said that none would.
         next_check_at = CASE WHEN p.processor_ref IS NOT NULL
                              THEN o.now + (p.investigate_until - p.created_at) END
    FROM o
   WHERE p.payment_id = $2
)
SELECT o.order_id FROM o
