-- A sold seat has a good ticket of a confirmed order; of a refunded one only where the event
-- lets tickets outlive their refund.
-- Returns sold seats that have not.
SELECT s.event_id, s.seat_id AS id,
       'sold by ' || s.hold_id || ', order ' || coalesce(o.order_id || ' ' || o.status, 'missing')
       || ', good ticket ' || coalesce(t.ticket_id, 'missing') AS detail
  FROM event_seat s
  JOIN event e ON e.event_id = s.event_id
  LEFT JOIN shop_order o ON o.hold_id = s.hold_id
  LEFT JOIN ticket t
    ON t.order_id = o.order_id AND t.seat_id = s.seat_id AND t.voided_at IS NULL
 WHERE s.state = 'sold'
   AND (t.ticket_id IS NULL
        OR NOT (o.status = 'confirmed'
                OR (o.status IN ('refund_due', 'refunded') AND e.after_refund = 'keep')))
