-- Locks the order that a charge is for, before anything else of it but its customer's row: how much
-- somebody may have is counted by one at a time.
-- $1 the processor's id of the charge, $2 the order that the processor says it is for, or null
WITH known AS MATERIALIZED (
  SELECT o.order_id, o.event_id, o.customer_id
    FROM shop_order o
   WHERE o.order_id = coalesce((SELECT p.order_id FROM payment p WHERE p.processor_ref = $1), $2)
), asking AS MATERIALIZED (
  SELECT c.customer_id
    FROM known k JOIN customer c ON c.event_id = k.event_id AND c.customer_id = k.customer_id
     FOR UPDATE OF c
)
SELECT o.order_id, o.event_id, o.hold_id
  FROM shop_order o
 WHERE o.order_id = (SELECT k.order_id FROM known k)
   -- Always true, and looked at before the first row is: the customer is locked before the order.
   AND (SELECT count(*) FROM asking) >= 0
   FOR UPDATE OF o
