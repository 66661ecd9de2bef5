-- What is there already when somebody checks out. The caller has locked customer and hold.
-- $1 hold, $2 customer, $3 idempotency key
SELECT clock_timestamp() AS now, h.status, h.deadline, h.ended_at, o.order_id,
       k.fingerprint, k.result_id, k.created_at AS key_since, k.answered_at
  FROM hold h
  LEFT JOIN shop_order o ON o.hold_id = h.hold_id
  LEFT JOIN idempotency k ON k.customer_id = $2 AND k.route = 'checkout' AND k.key = $3
 WHERE h.hold_id = $1
