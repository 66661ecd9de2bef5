-- The whole price of an order was given back by somebody else: its tickets are void and its seats
-- on sale again. The caller has locked order, hold and seats.
-- $1 order, $2 payment, $3 cents given back
WITH o AS MATERIALIZED (
  SELECT o.*, h.seat_ids, clock_timestamp() AS now
    FROM shop_order o JOIN hold h ON h.hold_id = o.hold_id
   WHERE o.order_id = $1
), voiding AS (
  UPDATE ticket t SET voided_at = o.now
    FROM o
   WHERE t.order_id = o.order_id AND t.voided_at IS NULL
), freeing AS (
  UPDATE event_seat s
     SET state = 'available', hold_id = NULL, deadline = NULL, version = s.version + 1
    FROM o
   WHERE s.event_id = (SELECT event_id FROM o) AND s.seat_id = ANY (o.seat_ids)
     AND s.hold_id = o.hold_id AND s.state = 'sold'
), ending AS (
  UPDATE hold h SET status = 'released', ended_at = o.now
    FROM o
   WHERE h.hold_id = o.hold_id AND h.status = 'converted'
), ended AS (
  UPDATE shop_order u SET status = 'refunded', reason = 'refunded by the seller', ended_at = o.now
    FROM o
   WHERE u.order_id = o.order_id
), giving AS (
  UPDATE payment p SET refunded_cents = greatest(p.refunded_cents, $3)
   WHERE p.payment_id = $2
)
SELECT o.order_id FROM o
