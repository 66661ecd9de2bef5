-- Whoever owns a seat is named by its row, in the state that goes with it.
-- Returns seats of live holds and of good tickets whose rows say something else.
WITH claim AS (
  SELECT h.event_id, w.seat_id, h.hold_id,
         CASE h.status WHEN 'active' THEN 'held' ELSE 'paying' END AS state
    FROM hold h, unnest(h.seat_ids) AS w (seat_id)
   WHERE h.status = 'paying'
      OR (h.status = 'active' AND h.deadline > (SELECT clock_timestamp()))
  UNION ALL
  SELECT t.event_id, t.seat_id, o.hold_id, 'sold'
    FROM ticket t JOIN shop_order o ON o.order_id = t.order_id
   WHERE t.voided_at IS NULL
)
SELECT c.event_id, c.seat_id AS id,
       c.hold_id || ' has it as ' || c.state || '; its row says '
       || coalesce(s.state || ' by ' || coalesce(s.hold_id, 'nobody'), 'nothing') AS detail
  FROM claim c LEFT JOIN event_seat s ON s.event_id = c.event_id AND s.seat_id = c.seat_id
 WHERE s.hold_id IS DISTINCT FROM c.hold_id OR s.state IS DISTINCT FROM c.state
