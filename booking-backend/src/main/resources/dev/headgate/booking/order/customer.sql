-- Locks the row that this customer's requests for the hold's event queue up on.
-- $1 hold, $2 customer
-- Returns the event, or no row where the hold is not this customer's.
INSERT INTO customer AS c (event_id, customer_id)
SELECT h.event_id, h.customer_id FROM hold h WHERE h.hold_id = $1 AND h.customer_id = $2
ON CONFLICT (event_id, customer_id) DO UPDATE SET attempts = c.attempts + 1
RETURNING c.event_id
