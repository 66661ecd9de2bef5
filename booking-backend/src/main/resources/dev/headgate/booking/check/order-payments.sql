-- A confirmed order with a price was paid for in full; a pending one was not paid yet.
-- Returns orders of which that is not so.
SELECT o.event_id, o.order_id AS id,
       o.status || ' for ' || o.amount_cents || ', own payment '
       || coalesce(p.payment_id || ' ' || p.status || ' received ' || p.received_cents, 'missing')
       AS detail
  FROM shop_order o LEFT JOIN payment p ON p.order_id = o.order_id AND p.is_own
 WHERE (o.status = 'confirmed' AND o.amount_cents > 0
        AND (p.status IS DISTINCT FROM 'succeeded' OR p.received_cents < o.amount_cents))
    OR (o.status = 'pending_payment' AND p.status IN ('succeeded', 'cancelled'))
