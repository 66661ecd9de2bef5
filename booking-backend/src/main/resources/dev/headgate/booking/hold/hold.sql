-- Holds exact seats, all of them or none. The caller has locked the customer's row for this event.
-- $1 event, $2 seat names (distinct), $3 customer, $4 id of the new hold, $5 name of this process
-- Returns one row (none for an unknown event): what stood in the way, or the hold. Where waiting
-- is not wanted, NOWAIT is put behind the line that says FOR UPDATE.
WITH wanted AS MATERIALIZED (
  SELECT s.seat_id, s.state, s.deadline, s.ticket_type, s.price_cents
    FROM event_seat s
   WHERE s.event_id = $1 AND s.seat_id = ANY ($2::text[])
   ORDER BY s.seat_id
     FOR UPDATE
), clock AS MATERIALIZED (
  -- Above the locks: counting the locked rows waits for every one of them.
  SELECT count(*) AS found, clock_timestamp() AS now FROM wanted
), cost AS MATERIALIZED (
  SELECT w.seat_id, w.ticket_type, priced(w.price_cents, f.per_mille) AS price_cents
    FROM wanted w
    LEFT JOIN price_factor f ON f.event_id = $1 AND f.ticket_type = w.ticket_type
), stood AS MATERIALIZED (
  SELECT c.now, c.found,
         array_agg(w.seat_id) FILTER (WHERE w.seat_id IS NOT NULL) AS found_ids,
         array_agg(w.seat_id) FILTER (WHERE NOT (w.state = 'available'
             OR (w.state = 'held' AND w.deadline <= c.now))) AS taken
    FROM clock c LEFT JOIN wanted w ON true
   GROUP BY c.now, c.found
), owned AS MATERIALIZED (
  SELECT coalesce(sum(h.seat_count), 0)::integer AS seats,
         (count(*) FILTER (WHERE h.status = 'active'))::integer AS holds
    FROM clock c JOIN hold h
      ON h.event_id = $1 AND h.customer_id = $3
     AND h.status IN ('active', 'paying', 'converted')
     AND (h.status <> 'active' OR h.deadline > c.now)
), verdict AS MATERIALIZED (
  SELECT s.now, s.found_ids, s.taken, o.seats AS owned, o.holds,
         e.max_tickets_per_customer AS cap, e.max_holds_per_customer AS holds_cap,
         e.on_sale_at, e.closes_at, e.extension_seconds,
         s.now + e.hold_seconds * interval '1 second' AS deadline,
         s.taken IS NULL
           AND s.found = cardinality($2::text[])
           AND o.seats + s.found <= e.max_tickets_per_customer
           AND o.holds < e.max_holds_per_customer
           AND (e.on_sale_at IS NULL OR e.on_sale_at <= s.now)
           AND (e.closes_at IS NULL OR e.closes_at > s.now) AS granted
    FROM stood s, owned o, event e
   WHERE e.event_id = $1
), taking AS (
  UPDATE event_seat s
     SET state = 'held', hold_id = $4, deadline = v.deadline, version = s.version + 1
    FROM verdict v, wanted w
   WHERE v.granted AND s.event_id = $1 AND s.seat_id = w.seat_id
), holding AS (
  INSERT INTO hold (hold_id, event_id, customer_id, seat_ids, ticket_types, prices_cents,
                    seat_count, total_cents, created_at, deadline)
  SELECT $4, $1, $3, array_agg(w.seat_id ORDER BY w.seat_id),
         array_agg(w.ticket_type ORDER BY w.seat_id), array_agg(w.price_cents ORDER BY w.seat_id),
         count(*), sum(w.price_cents), v.now, v.deadline
    FROM verdict v, cost w
   WHERE v.granted
   GROUP BY v.now, v.deadline
  RETURNING seat_ids, ticket_types, prices_cents, total_cents
), audited AS (
  INSERT INTO audit (at, event_id, hold_id, customer_id, action, reason, seat_ids, process)
  SELECT v.now, $1, $4, $3, 'held', 'requested', h.seat_ids, $5
    FROM verdict v, holding h
)
SELECT v.granted, v.now, v.deadline, v.found_ids, v.taken, v.owned, v.holds, v.cap, v.holds_cap,
       v.on_sale_at, v.closes_at, v.extension_seconds, h.seat_ids, h.ticket_types, h.prices_cents, h.total_cents
  FROM verdict v LEFT JOIN holding h ON true
