#!/usr/bin/env bash
# What partitions by event do, beside the same rows in one table: 200 events of 2,000 seats, one of
# them stormed. Run by hand against a throw-away database with the shop's schema in it, as its owner:
#   partitions.sh postgresql://user:password@host:port/database [seconds]
# Needs psql and pgbench. Says for each layout: transactions a second, p50 and p95 of a hold with its
# release, dead rows that this left, and how long VACUUM took where they lie.
set -euo pipefail
uri=$1
seconds=${2:-20}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sql() { psql "$uri" -qAtX -v ON_ERROR_STOP=1 "$@"; }

sql <<'SQL'
DROP TABLE IF EXISTS bench_whole, bench_parts;
CREATE TABLE bench_whole (LIKE event_seat INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
  WITH (fillfactor = 70, autovacuum_enabled = off);
CREATE TABLE bench_parts (LIKE event_seat INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
  PARTITION BY HASH (event_id);
DO $$ BEGIN FOR i IN 0..15 LOOP
  EXECUTE format('CREATE TABLE bench_parts_%s PARTITION OF bench_parts FOR VALUES WITH
    (MODULUS 16, REMAINDER %s) WITH (fillfactor = 70, autovacuum_enabled = off)', i, i);
END LOOP; END $$;
INSERT INTO bench_whole (event_id, seat_id, venue_id, section_id, ordinal, ticket_type, price_cents)
SELECT 'event' || e, 'A-' || s, 'v', 'A', s, 'standard', 4500
  FROM generate_series(1, 200) e, generate_series(1, 2000) s;
INSERT INTO bench_parts SELECT * FROM bench_whole;
ALTER TABLE bench_whole ADD PRIMARY KEY (event_id, seat_id);
ALTER TABLE bench_parts ADD PRIMARY KEY (event_id, seat_id);
CREATE INDEX ON bench_whole (hold_id) WHERE hold_id IS NOT NULL;
CREATE INDEX ON bench_parts (hold_id) WHERE hold_id IS NOT NULL;
CREATE INDEX ON bench_whole (event_id, state, section_id);
CREATE INDEX ON bench_parts (event_id, state, section_id);
CREATE INDEX ON bench_whole (event_id, ordinal) WHERE state IN ('available', 'held');
CREATE INDEX ON bench_parts (event_id, ordinal) WHERE state IN ('available', 'held');
SQL
sql -c "VACUUM ANALYZE bench_whole" -c "VACUUM ANALYZE bench_parts"

storm() {
  cat >"$work/$1.sql" <<SQL
\set first random(1, 1990)
BEGIN;
WITH wanted AS MATERIALIZED (
  SELECT seat_id, state FROM $1
   WHERE event_id = :event AND seat_id IN ('A-' || :first, 'A-' || :first + 1)
   ORDER BY seat_id FOR UPDATE
)
UPDATE $1 s SET state = 'held', hold_id = 'h' || :first, deadline = clock_timestamp() + interval
  '10 minutes', version = version + 1
  FROM wanted w WHERE s.event_id = :event AND s.seat_id = w.seat_id AND w.state = 'available';
COMMIT;
BEGIN;
UPDATE $1 SET state = 'available', hold_id = NULL, deadline = NULL, version = version + 1
 WHERE event_id = :event AND hold_id = 'h' || :first;
COMMIT;
SQL
  (cd "$work" && pgbench "$uri" -n -D event=event7 -M prepared -c 8 -j 2 -T "$seconds" \
    -l --log-prefix="$1" -f "$1.sql" | grep '^tps')
  awk '{print $3}' "$work/$1".[0-9]* | sort -n |
    awk '{t[NR] = $1} END {printf "p50 %.1f ms, p95 %.1f ms\n", t[int(NR * .5)] / 1000, t[int(NR * .95)] / 1000}'
}

vacuumed() {
  sql -c "SELECT '$1: ' || pg_size_pretty(pg_total_relation_size('$1')) || ', dead rows '
            || n_dead_tup FROM pg_stat_user_tables WHERE relname = '$1'"
  sql <<SQL | grep Time | tail -1
\timing on
VACUUM $1;
SQL
}

for layout in bench_whole bench_parts bench_whole bench_parts; do
  echo "== $layout"
  storm "$layout"
  sleep 2
  if [ "$layout" = bench_whole ]; then
    vacuumed bench_whole
  else
    vacuumed "$(sql -c "SELECT tableoid::regclass FROM bench_parts WHERE event_id = 'event7' LIMIT 1")"
  fi
done
sql -c "DROP TABLE bench_whole, bench_parts"
