-- An event and every seat of its venue in the order of the plan, with the event's price where it
-- sells it.
-- $1 event
SELECT e.event_id, e.title, v.name AS venue, e.on_sale_at, e.closes_at, e.plan_version,
       e.max_seats_per_hold, s.section_id, c.name AS section, s.row_label, s.seat_id,
       s.accessible, s.restricted_view, priced(es.price_cents, f.per_mille) AS price_cents,
       es.ticket_type
  FROM event e
  JOIN venue v ON v.venue_id = e.venue_id
  JOIN seat s ON s.venue_id = e.venue_id
  JOIN section c ON c.venue_id = s.venue_id AND c.section_id = s.section_id
  LEFT JOIN event_seat es ON es.event_id = e.event_id AND es.seat_id = s.seat_id
  LEFT JOIN price_factor f ON f.event_id = e.event_id AND f.ticket_type = es.ticket_type
 WHERE e.event_id = $1
 ORDER BY s.ordinal
