-- Turns a live hold into an order: its seats leave the countdown and wait for the money. Where
-- money is only reserved at first, they stay held until that is done. The caller has locked
-- customer and hold.
-- $1 hold, $2 id of the new order, $3 id of its payment, $4 idempotency key, $5 fingerprint,
-- $6 payment method, $7 email, $8 phone, $9 name of this process,
-- $10 seconds until the charge is cancelled, $11 milliseconds until somebody looks after it
-- Returns one row: whether the hold lived, the key was free, and the seats were all there.
WITH mine AS MATERIALIZED (
  SELECT h.*, e.currency, e.capture
    FROM hold h JOIN event e ON e.event_id = h.event_id
   WHERE h.hold_id = $1
), seats AS MATERIALIZED (
  SELECT s.event_id, s.seat_id
    FROM event_seat s
   WHERE s.event_id = (SELECT event_id FROM mine)
     AND s.seat_id = ANY ((SELECT seat_ids FROM mine)::text[]) AND s.hold_id = $1 AND s.state = 'held'
   ORDER BY s.event_id, s.seat_id
     FOR UPDATE
), clock AS MATERIALIZED (
  -- Above the locks: counting the locked rows waits for every one of them.
  SELECT count(*) AS found, clock_timestamp() AS now FROM seats
), live AS MATERIALIZED (
  SELECT m.*, c.now
    FROM mine m, clock c
   WHERE m.status = 'active' AND m.deadline > c.now AND c.found = m.seat_count
), keyed AS (
  INSERT INTO idempotency (customer_id, route, key, fingerprint, result_id, created_at)
  SELECT l.customer_id, 'checkout', $4, $5, $2, l.now FROM live l
  ON CONFLICT DO NOTHING
  RETURNING result_id
), ordering AS (
  INSERT INTO shop_order (order_id, hold_id, event_id, customer_id, amount_cents, currency,
                          seat_count, email, phone, created_at)
  SELECT k.result_id, l.hold_id, l.event_id, l.customer_id, l.total_cents, l.currency,
         l.seat_count,
         coalesce($7, (SELECT a.email FROM account a WHERE a.customer_id = l.customer_id)),
         coalesce($8, (SELECT a.phone FROM account a WHERE a.customer_id = l.customer_id)),
         l.now
    FROM live l, keyed k
), lines AS (
  INSERT INTO order_line (order_id, event_id, seat_id, ticket_type, price_cents)
  SELECT k.result_id, l.event_id, u.seat_id, u.ticket_type, u.price_cents
    FROM live l, keyed k,
         unnest(l.seat_ids, l.ticket_types, l.prices_cents)
           AS u (seat_id, ticket_type, price_cents)
), charging AS (
  INSERT INTO payment (payment_id, order_id, capture, method, amount_cents, currency, created_at,
                       investigate_until, next_check_at)
  SELECT $3, k.result_id, l.capture, $6, l.total_cents, l.currency, l.now,
         l.now + $10 * interval '1 second', l.now + $11 * interval '1 millisecond'
    FROM live l, keyed k
), paying AS (
  UPDATE event_seat s
     SET state = 'paying', deadline = NULL, version = s.version + 1
    FROM seats w, live l, keyed k
   WHERE l.capture = 'charge' AND s.event_id = (SELECT event_id FROM mine) AND s.seat_id = w.seat_id
), holding AS (
  UPDATE hold h SET status = 'paying'
    FROM live l, keyed k
   WHERE l.capture = 'charge' AND h.hold_id = l.hold_id
), audited AS (
  INSERT INTO audit (at, event_id, hold_id, order_id, customer_id, action, reason, seat_ids,
                     process)
  SELECT l.now, l.event_id, l.hold_id, k.result_id, l.customer_id,
         CASE l.capture WHEN 'charge' THEN 'paying' ELSE 'payment' END, 'checkout', l.seat_ids, $9
    FROM live l, keyed k
)
SELECT m.event_id, EXISTS (SELECT FROM live) AS lived, EXISTS (SELECT FROM keyed) AS ordered
  FROM mine m
