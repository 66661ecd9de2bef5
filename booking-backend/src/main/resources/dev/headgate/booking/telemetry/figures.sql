-- What an operator watches that only the rows can say. Every part is served by a partial index or
-- by the server's own statistics, but for the counts of orders, which read one index.
-- Returns rows of a name, a label's value (empty where the figure has no label), and a number.
SELECT 'sweep_lag_seconds' AS name, '' AS label,
       coalesce(extract(epoch FROM clock_timestamp() - min(deadline)), 0)::double precision AS value
  FROM hold WHERE status = 'active' AND deadline <= clock_timestamp()
UNION ALL
SELECT 'holds', status, count(*)::double precision
  FROM hold WHERE status IN ('active', 'paying') GROUP BY status
UNION ALL
SELECT 'orders', status, count(*)::double precision FROM shop_order GROUP BY status
UNION ALL
SELECT 'payments_unknown', '', count(*)::double precision
  FROM payment WHERE next_check_at IS NOT NULL AND settled_at IS NULL
UNION ALL
SELECT 'payment_pending_seconds', '',
       coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::double precision
  FROM payment WHERE next_check_at IS NOT NULL AND settled_at IS NULL
UNION ALL
SELECT 'payments_overdue', '', count(*)::double precision
  FROM payment WHERE next_check_at IS NOT NULL AND settled_at IS NULL
   AND investigate_until < clock_timestamp()
UNION ALL
SELECT 'notices_waiting', '', count(*)::double precision
  FROM webhook_inbox WHERE next_try_at IS NOT NULL
UNION ALL
SELECT 'refunds_due', '', count(*)::double precision FROM refund WHERE status = 'due'
UNION ALL
SELECT 'messages_waiting', '', count(*)::double precision
  FROM outbox WHERE next_try_at IS NOT NULL
UNION ALL
SELECT 'lock_waits', '', count(*)::double precision
  FROM pg_stat_activity
 WHERE datname = current_database() AND wait_event_type = 'Lock'
UNION ALL
-- Partitions are told under their table's name.
SELECT figure.name, figure.relation, sum(figure.value)::double precision
  FROM (SELECT coalesce(parent.relname, s.relname)::text AS relation, part.*
          FROM pg_stat_user_tables s
          LEFT JOIN pg_inherits i ON i.inhrelid = s.relid
          LEFT JOIN pg_class parent ON parent.oid = i.inhparent,
               LATERAL (VALUES ('dead_rows', s.n_dead_tup::numeric),
                               ('live_rows', s.n_live_tup::numeric),
                               ('table_bytes', pg_total_relation_size(s.relid)::numeric))
                 AS part (name, value)) figure
 WHERE figure.relation IN ('event_seat', 'hold', 'customer', 'shop_order', 'payment', 'audit')
 GROUP BY figure.name, figure.relation
