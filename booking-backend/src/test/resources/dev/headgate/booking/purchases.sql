-- One hold, one purchase under way, one that is done and one that was refunded, each as it should
-- be: seats A-1 held, A-2 being paid, A-3 and A-4 sold, A-5 free again. Clears what was before.
SET session_replication_role = replica;
DELETE FROM outbox; DELETE FROM ticket; DELETE FROM refund; DELETE FROM payment;
DELETE FROM order_line; DELETE FROM shop_order; DELETE FROM hold; DELETE FROM audit;
UPDATE event_seat SET state = 'available', hold_id = NULL, deadline = NULL
 WHERE hold_id IS NOT NULL;
UPDATE event SET after_refund = 'void';

INSERT INTO hold (hold_id, event_id, customer_id, status, seat_ids, ticket_types, prices_cents,
                  seat_count, total_cents, created_at, deadline, ended_at)
SELECT lpad(h.name, 22, '0'), 'derby', 'fan', h.status, h.seats,
       array_fill('premium'::text, ARRAY[cardinality(h.seats)]),
       array_fill(9500::bigint, ARRAY[cardinality(h.seats)]),
       cardinality(h.seats), 9500 * cardinality(h.seats), h.made, h.made + interval '10 minutes',
       h.ended
  FROM (VALUES ('held', 'active', '{A-1}'::text[], now(), NULL::timestamptz),
               ('paying', 'paying', '{A-2}', now() - interval '1 hour', NULL),
               ('bought', 'converted', '{A-3,A-4}', now() - interval '1 hour', now()),
               ('refunded', 'converted', '{A-5}', now() - interval '1 hour', now()),
               ('over', 'expired', '{A-6}', now() - interval '1 hour', now()))
    AS h (name, status, seats, made, ended);

UPDATE event_seat s
   SET state = CASE h.status WHEN 'active' THEN 'held' WHEN 'paying' THEN 'paying' ELSE 'sold' END,
       hold_id = h.hold_id,
       deadline = CASE h.status WHEN 'active' THEN h.deadline END
  FROM hold h
 WHERE s.event_id = h.event_id AND s.seat_id = ANY (h.seat_ids)
   AND h.hold_id IN (lpad('held', 22, '0'), lpad('paying', 22, '0'), lpad('bought', 22, '0'));

INSERT INTO shop_order (order_id, hold_id, event_id, customer_id, status, amount_cents, currency,
                        seat_count, email, created_at, confirmed_at, ended_at)
SELECT lpad('o-' || o.name, 22, '0'), h.hold_id, h.event_id, h.customer_id, o.status,
       h.total_cents, 'eur', h.seat_count, 'fan@example.org', now(), o.confirmed, o.ended
  FROM (VALUES ('paying', 'pending_payment', NULL::timestamptz, NULL::timestamptz),
               ('bought', 'confirmed', now(), NULL),
               ('refunded', 'refunded', now(), now()))
    AS o (name, status, confirmed, ended)
  JOIN hold h ON h.hold_id = lpad(o.name, 22, '0');

INSERT INTO order_line (order_id, event_id, seat_id, ticket_type, price_cents)
SELECT o.order_id, o.event_id, w.seat, w.type, w.cents
  FROM shop_order o
  JOIN hold h ON h.hold_id = o.hold_id,
       unnest(h.seat_ids, h.ticket_types, h.prices_cents) AS w (seat, type, cents);

INSERT INTO payment (payment_id, order_id, processor_ref, capture, method, amount_cents, currency,
                     status, received_cents, refunded_cents, created_at, settled_at,
                     investigate_until)
SELECT 'p-' || o.order_id, o.order_id, 'pi-' || o.order_id, 'charge', 'card', o.amount_cents,
       'eur', CASE o.status WHEN 'pending_payment' THEN 'registered' ELSE 'succeeded' END,
       CASE o.status WHEN 'pending_payment' THEN 0 ELSE o.amount_cents END,
       CASE o.status WHEN 'refunded' THEN o.amount_cents ELSE 0 END,
       now(), CASE o.status WHEN 'pending_payment' THEN NULL ELSE now() END, now()
  FROM shop_order o;

INSERT INTO refund (payment_id, order_id, amount_cents, reason, status, created_at, done_at,
                    next_try_at)
SELECT p.payment_id, p.order_id, p.amount_cents, 'asked for', 'done', now(), now(), now()
  FROM payment p WHERE p.refunded_cents > 0;

INSERT INTO ticket (ticket_id, order_id, event_id, seat_id, ticket_type, price_cents, issued_at,
                    voided_at)
SELECT lpad('t-' || l.seat_id, 22, '0'), l.order_id, l.event_id, l.seat_id, l.ticket_type,
       l.price_cents, now(), CASE o.status WHEN 'refunded' THEN now() END
  FROM order_line l JOIN shop_order o ON o.order_id = l.order_id
 WHERE o.status <> 'pending_payment';

INSERT INTO outbox (message_id, subject_id, kind, channel, recipient, created_at, next_try_at)
SELECT 'm-' || o.order_id, o.order_id, 'tickets', 'email', o.email, now(), now()
  FROM shop_order o WHERE o.status = 'confirmed';

INSERT INTO audit (at, event_id, hold_id, customer_id, action, reason, seat_ids, process, order_id,
                   delay_millis)
SELECT now(), h.event_id, h.hold_id, h.customer_id, a.action, 'told', h.seat_ids, 'shop-1',
       o.order_id, CASE a.action WHEN 'expired' THEN 3000 WHEN 'sold' THEN 1200 END
  FROM hold h
  LEFT JOIN shop_order o ON o.hold_id = h.hold_id
  JOIN (VALUES ('active', 1, 'held'), ('paying', 1, 'held'), ('paying', 2, 'paying'),
               ('converted', 1, 'held'), ('converted', 2, 'paying'), ('converted', 3, 'sold'),
               ('expired', 1, 'held'), ('expired', 2, 'expired'))
    AS a (status, step, action) ON a.status = h.status
 ORDER BY h.created_at, h.hold_id, a.step;

INSERT INTO audit (at, event_id, hold_id, customer_id, action, reason, seat_ids, process, order_id)
SELECT now(), o.event_id, o.hold_id, o.customer_id, a.action, 'told', '{A-5}', 'shop-1', o.order_id
  FROM shop_order o, (VALUES ('refund_due'), ('voided'), ('refunded')) AS a (action)
 WHERE o.status = 'refunded';
