-- Sells an order's seats and writes its tickets: the only statement that does. The caller has
-- locked order, hold and seats, and found every seat to be the order's, or free where that will do.
-- $1 order, $2 payment, $3 cents received, $4 cents given back already, $5 ids of the new tickets
-- Returns how many seats and tickets that made, and how many it had to be.
WITH o AS MATERIALIZED (
  SELECT o.*, h.seat_ids, clock_timestamp() AS now
    FROM shop_order o JOIN hold h ON h.hold_id = o.hold_id
   WHERE o.order_id = $1
), selling AS (
  UPDATE event_seat s
     SET state = 'sold', hold_id = o.hold_id, deadline = NULL, version = s.version + 1
    FROM o
   WHERE s.event_id = (SELECT event_id FROM o) AND s.seat_id = ANY (o.seat_ids)
     AND ((s.hold_id = o.hold_id AND s.state IN ('paying', 'held'))
       OR s.state = 'available'
       OR (s.state = 'held' AND s.deadline <= o.now))
  RETURNING s.seat_id
), converting AS (
  UPDATE hold h SET status = 'converted', ended_at = coalesce(h.ended_at, o.now)
    FROM o
   WHERE h.hold_id = o.hold_id
), confirming AS (
  UPDATE shop_order u
     SET status = 'confirmed', reason = 'paid', confirmed_at = o.now, ended_at = NULL
    FROM o
   WHERE u.order_id = o.order_id
), paid AS (
  UPDATE payment p
     SET status = 'succeeded', received_cents = $3, refunded_cents = greatest(p.refunded_cents, $4),
         settled_at = o.now, next_check_at = NULL, redirect_url = NULL
    FROM o
   WHERE p.payment_id = $2
), issuing AS (
  INSERT INTO ticket (ticket_id, order_id, event_id, seat_id, ticket_type, price_cents, issued_at)
  SELECT t.ticket_id, o.order_id, o.event_id, l.seat_id, l.ticket_type, l.price_cents, o.now
    FROM o
    JOIN (SELECT i.*, row_number() OVER (ORDER BY i.seat_id) AS n
            FROM order_line i WHERE i.order_id = $1) l ON true
    JOIN unnest($5::text[]) WITH ORDINALITY AS t (ticket_id, n) ON t.n = l.n
  RETURNING ticket_id
)
SELECT (SELECT count(*) FROM selling)::integer AS sold,
       (SELECT count(*) FROM issuing)::integer AS issued, o.seat_count
  FROM o
