-- What happened to a hold, an order, everything of a customer, or a payment, oldest first.
-- ?1 hold, ?2 order, ?3 customer, ?4 payment or the processor's id of it: one is given, the
-- others are null.
WITH mine AS MATERIALIZED (
  SELECT h.hold_id FROM hold h WHERE h.hold_id = ?
  UNION SELECT o.hold_id FROM shop_order o WHERE o.order_id = ?
  UNION SELECT h.hold_id FROM hold h WHERE h.customer_id = ?
  UNION SELECT o.hold_id FROM shop_order o JOIN payment p ON p.order_id = o.order_id
         WHERE ? IN (p.payment_id, p.processor_ref)
), orders AS MATERIALIZED (
  SELECT o.* FROM shop_order o JOIN mine m ON m.hold_id = o.hold_id
), payments AS MATERIALIZED (
  SELECT p.*, o.event_id, o.hold_id, o.customer_id,
         CASE WHEN p.is_own THEN '' ELSE 'second ' END AS kind
    FROM payment p JOIN orders o ON o.order_id = p.order_id
)
SELECT a.at, a.event_id, a.action, a.reason, a.hold_id, a.order_id, a.customer_id,
       array_to_string(a.seat_ids, ',') AS seats, a.delay_millis, a.process, a.audit_id AS step
  FROM audit a JOIN mine m ON m.hold_id = a.hold_id
UNION ALL
SELECT p.created_at, p.event_id, p.kind || 'payment made',
       p.method || ' for ' || p.amount_cents || ' ' || p.currency || ', ' || p.payment_id
       || coalesce(', ' || p.processor_ref, ''),
       p.hold_id, p.order_id, p.customer_id, '', NULL, '', 0
  FROM payments p
UNION ALL
SELECT p.settled_at, p.event_id, p.kind || 'payment ' || p.status,
       'received ' || p.received_cents || ' ' || p.currency || ', ' || p.payment_id
       || ', looked for ' || p.checks || ' times',
       p.hold_id, p.order_id, p.customer_id, '', NULL, '', 0
  FROM payments p WHERE p.settled_at IS NOT NULL
UNION ALL
SELECT coalesce(r.done_at, r.created_at), p.event_id, 'refund ' || r.status,
       r.reason || ', ' || r.amount_cents || ' ' || p.currency || ', tried ' || r.tries || ' times',
       p.hold_id, p.order_id, p.customer_id, '', NULL, '', 0
  FROM refund r JOIN payments p ON p.payment_id = r.payment_id
UNION ALL
SELECT coalesce(x.sent_at, x.given_up_at, x.created_at), o.event_id,
       'message ' || CASE WHEN x.sent_at IS NOT NULL THEN 'sent'
                          WHEN x.given_up_at IS NOT NULL THEN 'given up' ELSE 'waiting' END,
       x.kind || ' by ' || x.channel || ', tried ' || x.tries || ' times',
       o.hold_id, o.order_id, o.customer_id, '', NULL, '', 0
  FROM outbox x JOIN orders o ON o.order_id = x.subject_id
 ORDER BY 1, 11
