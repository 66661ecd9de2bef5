-- A confirmed order has one good ticket a line, as the line says; any other has none, but for a
-- refunded one where the event lets tickets outlive their refund.
-- Returns orders with lines of which that is not so.
SELECT o.event_id, o.order_id AS id,
       o.status || ', seat ' || l.seat_id || ', good ticket '
       || coalesce(t.ticket_id || ' for ' || t.price_cents, 'missing')
       || ', line for ' || l.price_cents AS detail
  FROM shop_order o
  JOIN event e ON e.event_id = o.event_id
  JOIN order_line l ON l.order_id = o.order_id
  LEFT JOIN ticket t
    ON t.order_id = l.order_id AND t.seat_id = l.seat_id AND t.voided_at IS NULL
 WHERE CASE WHEN o.status = 'confirmed'
            THEN t.ticket_id IS NULL
            ELSE t.ticket_id IS NOT NULL
             AND NOT (o.status IN ('refund_due', 'refunded') AND e.after_refund = 'keep') END
    OR t.price_cents <> l.price_cents
    OR t.ticket_type <> l.ticket_type
    OR t.event_id <> l.event_id
