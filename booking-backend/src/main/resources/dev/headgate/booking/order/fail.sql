-- Ends an order that nothing was paid for, and gives its seats back. The caller has locked order,
-- hold and seats.
-- $1 order, $2 payment, $3 why
WITH o AS MATERIALIZED (
  SELECT o.*, h.seat_ids, clock_timestamp() AS now
    FROM shop_order o JOIN hold h ON h.hold_id = o.hold_id
   WHERE o.order_id = $1
), freeing AS (
  UPDATE event_seat s
     SET state = 'available', hold_id = NULL, deadline = NULL, version = s.version + 1
    FROM o
   WHERE s.event_id = (SELECT event_id FROM o) AND s.seat_id = ANY (o.seat_ids)
     AND s.hold_id = o.hold_id AND s.state IN ('paying', 'held')
), ending AS (
  UPDATE hold h SET status = 'released', ended_at = o.now
    FROM o
   WHERE h.hold_id = o.hold_id AND h.status IN ('active', 'paying')
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
