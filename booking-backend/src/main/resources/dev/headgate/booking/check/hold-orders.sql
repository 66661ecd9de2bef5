-- A hold is being paid while its order is pending, and converted once that was confirmed.
-- Returns holds and orders of which only one says so.
SELECT coalesce(h.event_id, o.event_id) AS event_id, coalesce(h.hold_id, o.hold_id) AS id,
       'hold ' || coalesce(h.status, 'missing') || ', order '
       || coalesce(o.order_id || ' ' || o.status, 'missing') AS detail
  FROM hold h FULL JOIN shop_order o ON o.hold_id = h.hold_id
 WHERE (h.status = 'paying') IS DISTINCT FROM (coalesce(o.status, '') = 'pending_payment')
    OR (h.status = 'converted'
        AND coalesce(o.status, '') NOT IN ('confirmed', 'refund_due', 'refunded'))
    OR (o.status = 'confirmed' AND h.status IS DISTINCT FROM 'converted')
