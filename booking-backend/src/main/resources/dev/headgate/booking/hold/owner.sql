-- Locks the row that this customer's requests for the hold's event queue up on: what they have is
-- not counted while one of their holds is given more time.
-- $1 hold, $2 customer
SELECT c.event_id
  FROM hold h JOIN customer c ON c.event_id = h.event_id AND c.customer_id = h.customer_id
 WHERE h.hold_id = $1 AND h.customer_id = $2
   FOR UPDATE OF c
