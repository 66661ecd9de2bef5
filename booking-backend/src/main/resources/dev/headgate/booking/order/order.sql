-- An order with all a fan may see of it.
-- $1 order, or null; $2 customer, or null: one of the two; $3 at most so many
SELECT clock_timestamp() AS now, o.*, e.title, e.starts_at, v.name AS venue,
       p.redirect_url, p.decline_code,
       (SELECT coalesce(sum(r.amount_cents) FILTER (WHERE r.status = 'due'), 0)::bigint
          FROM refund r WHERE r.order_id = o.order_id) AS refund_due,
       (SELECT coalesce(sum(q.refunded_cents), 0)::bigint
          FROM payment q WHERE q.order_id = o.order_id) AS refunded,
       l.seats, l.sections, l.types, l.prices, l.tickets, l.issued
  FROM shop_order o
  JOIN event e ON e.event_id = o.event_id
  JOIN venue v ON v.venue_id = e.venue_id
  JOIN payment p ON p.order_id = o.order_id AND p.is_own
 CROSS JOIN LATERAL (
   SELECT array_agg(i.seat_id ORDER BY s.ordinal) AS seats,
          array_agg(c.name ORDER BY s.ordinal) AS sections,
          array_agg(i.ticket_type ORDER BY s.ordinal) AS types,
          array_agg(i.price_cents ORDER BY s.ordinal) AS prices,
          array_agg(t.ticket_id ORDER BY s.ordinal) AS tickets,
          array_agg(t.issued_at ORDER BY s.ordinal) AS issued
     FROM order_line i
     JOIN seat s ON s.venue_id = e.venue_id AND s.seat_id = i.seat_id
     JOIN section c ON c.venue_id = s.venue_id AND c.section_id = s.section_id
     LEFT JOIN ticket t
       ON t.order_id = i.order_id AND t.seat_id = i.seat_id AND t.voided_at IS NULL
    WHERE i.order_id = o.order_id
 ) l
 WHERE o.order_id = $1 OR o.customer_id = $2
 ORDER BY o.created_at DESC
 LIMIT $3
