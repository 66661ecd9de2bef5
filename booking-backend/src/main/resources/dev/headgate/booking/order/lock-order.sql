-- Locks the order that a charge is for, before anything else of it.
-- $1 the processor's id of the charge, $2 the order that the processor says it is for, or null
SELECT o.order_id, o.event_id, o.hold_id
  FROM shop_order o
 WHERE o.order_id = coalesce((SELECT p.order_id FROM payment p WHERE p.processor_ref = $1), $2)
   FOR UPDATE
