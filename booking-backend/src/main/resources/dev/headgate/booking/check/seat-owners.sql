-- A seat has at most one owner: a live hold, a hold being paid, or a good ticket's hold.
-- Returns seats with more.
WITH claim AS (
  SELECT h.event_id, w.seat_id, h.hold_id
    FROM hold h, unnest(h.seat_ids) AS w (seat_id)
   WHERE h.status = 'paying'
      -- Later than this transaction's view: whoever took an expired seat did so before it.
      OR (h.status = 'active' AND h.deadline > (SELECT clock_timestamp()))
  UNION ALL
  SELECT t.event_id, t.seat_id, o.hold_id
    FROM ticket t JOIN shop_order o ON o.order_id = t.order_id
   WHERE t.voided_at IS NULL
)
SELECT event_id, seat_id AS id,
       'owned by ' || string_agg(hold_id, ' and ' ORDER BY hold_id) AS detail
  FROM claim
 GROUP BY event_id, seat_id
HAVING count(*) > 1
