-- How an order stands, read after its rows were locked.
-- $1 order, $2 the processor's id of the charge that something is known of, $3 or our own id of it
SELECT o.status, o.amount_cents, o.seat_count, e.after_refund,
       -- Beside what the customer has by now, as for a hold.
       e.late_payment = 'honour_if_free' AND o.seat_count + (
         SELECT coalesce(sum(x.seat_count), 0)
           FROM hold x
          WHERE x.event_id = o.event_id AND x.customer_id = o.customer_id
            AND x.hold_id <> o.hold_id AND x.status IN ('active', 'paying', 'converted')
            AND (x.status <> 'active' OR x.deadline > c.now)
       ) <= e.max_tickets_per_customer AS honours_late,
       p.payment_id, p.is_own, p.status AS payment_status, p.decline_code, p.refunded_cents,
       s.paying, s.held, s.free
  FROM shop_order o
  JOIN hold h ON h.hold_id = o.hold_id
  JOIN event e ON e.event_id = o.event_id
  LEFT JOIN payment p
    ON p.order_id = o.order_id AND (p.processor_ref = $2 OR p.payment_id = $3)
 CROSS JOIN (SELECT clock_timestamp() AS now) c
 CROSS JOIN LATERAL (
   SELECT count(*) FILTER (WHERE w.hold_id = o.hold_id AND w.state = 'paying') AS paying,
          count(*) FILTER (WHERE w.hold_id = o.hold_id AND w.state = 'held'
                             AND w.deadline > c.now AND h.status = 'active') AS held,
          count(*) FILTER (WHERE w.state = 'available'
                              OR (w.state = 'held' AND w.deadline <= c.now)) AS free
     FROM event_seat w
    WHERE w.event_id = o.event_id AND w.seat_id = ANY (h.seat_ids)
 ) s
 WHERE o.order_id = $1
