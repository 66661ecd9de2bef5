-- Whoever bought with an e-mail address has the tickets' message sent or waiting.
-- Returns confirmed orders without one.
SELECT o.event_id, o.order_id AS id, 'no message with the tickets' AS detail
  FROM shop_order o
 WHERE o.status = 'confirmed' AND o.email IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM outbox m
                    WHERE m.subject_id = o.order_id AND m.kind = 'tickets'
                      AND m.channel = 'email')
