-- A block that is kept back. One that was released stays released.
-- Parameters: event, name, ticket type, price, seat names, when it is released
INSERT INTO seat_block AS b (event_id, name, ticket_type, price_cents, seat_ids, release_at)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (event_id, name) DO UPDATE
   SET ticket_type = excluded.ticket_type, price_cents = excluded.price_cents,
       seat_ids = excluded.seat_ids, release_at = excluded.release_at
