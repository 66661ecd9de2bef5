-- An order says refund_due while its money is on its way back, and refunded when all of it is; a
-- second charge says nothing of the order.
-- No refund is larger than its payment, and one that is done is on its payment's account.
-- Returns orders and refunds of which that is not so.
SELECT o.event_id, o.order_id AS id,
       o.status || ', refunds due ' || r.due || ', done ' || r.done || ', given back '
       || p.refunded || ' of ' || p.received AS detail
  FROM shop_order o
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE x.status = 'due') AS due,
           count(*) FILTER (WHERE x.status = 'done') AS done
      FROM refund x JOIN payment y ON y.payment_id = x.payment_id
     WHERE x.order_id = o.order_id AND y.is_own) r
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(received_cents), 0) AS received,
           coalesce(sum(refunded_cents), 0) AS refunded
      FROM payment y WHERE y.order_id = o.order_id AND y.is_own) p
 WHERE (o.status = 'refund_due' AND r.due = 0)
    OR (o.status = 'refunded' AND (r.due > 0 OR p.refunded < p.received))
UNION ALL
SELECT o.event_id, r.payment_id,
       'refund of ' || r.amount_cents || ' ' || r.status || ', payment received '
       || p.received_cents || ' and gave back ' || p.refunded_cents
  FROM refund r
  JOIN payment p ON p.payment_id = r.payment_id
  JOIN shop_order o ON o.order_id = r.order_id
 WHERE r.order_id <> p.order_id
    OR r.amount_cents > p.received_cents
    OR p.refunded_cents > p.received_cents
    OR (r.status = 'done' AND p.refunded_cents < r.amount_cents)
