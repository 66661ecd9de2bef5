-- A hold is being paid while its order is pending, or in its countdown while money is only to be
-- reserved for it, and converted once the order was confirmed.
-- Returns holds and orders of which only one says so.
SELECT coalesce(h.event_id, o.event_id) AS event_id, coalesce(h.hold_id, o.hold_id) AS id,
       'hold ' || coalesce(h.status, 'missing') || ', order '
       || coalesce(o.order_id || ' ' || o.status, 'missing') AS detail
  FROM hold h FULL JOIN shop_order o ON o.hold_id = h.hold_id
  LEFT JOIN payment p ON p.order_id = o.order_id AND p.is_own
 WHERE ((h.status = 'paying') IS DISTINCT FROM (coalesce(o.status, '') = 'pending_payment')
        AND NOT (h.status IN ('active', 'expired', 'released') AND o.status = 'pending_payment'
                 AND coalesce(p.capture, '') = 'authorise'))
    OR (h.status = 'converted'
        AND coalesce(o.status, '') NOT IN ('confirmed', 'refund_due', 'refunded'))
    OR (o.status = 'confirmed' AND h.status IS DISTINCT FROM 'converted')
