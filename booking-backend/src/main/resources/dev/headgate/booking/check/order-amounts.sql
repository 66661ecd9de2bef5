-- An order costs and lists what its hold promised, line by line; so does its payment.
-- Returns orders and payments that do not.
SELECT o.event_id, o.order_id AS id,
       'amount ' || o.amount_cents || ', lines ' || l.cents || ', hold ' || h.total_cents
       || '; seats ' || o.seat_count || ', lines ' || l.seats || ', matching ' || l.matching
       AS detail
  FROM shop_order o
  JOIN hold h ON h.hold_id = o.hold_id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(x.price_cents), 0) AS cents, count(*) AS seats,
           count(*) FILTER (WHERE EXISTS (
             SELECT 1
               FROM unnest(h.seat_ids, h.ticket_types, h.prices_cents) AS w (seat, type, cents)
              WHERE w.seat = x.seat_id AND w.type = x.ticket_type
                AND w.cents = x.price_cents)) AS matching
      FROM order_line x WHERE x.order_id = o.order_id) l
 WHERE o.amount_cents <> l.cents OR o.amount_cents <> h.total_cents
    OR o.seat_count <> l.seats OR o.seat_count <> l.matching OR o.seat_count <> h.seat_count
    OR o.event_id <> h.event_id OR o.customer_id <> h.customer_id
UNION ALL
SELECT o.event_id, p.payment_id,
       'asks for ' || p.amount_cents || ' ' || p.currency || ', order ' || o.order_id
       || ' for ' || o.amount_cents || ' ' || o.currency
  FROM payment p JOIN shop_order o ON o.order_id = p.order_id
 WHERE p.is_own AND (p.amount_cents <> o.amount_cents OR p.currency <> o.currency)
