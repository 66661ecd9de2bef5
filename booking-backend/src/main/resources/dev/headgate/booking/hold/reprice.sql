-- Writes a new factor, if nobody wrote one since the old one was read.
-- $1 event, $2 ticket type, $3 new factor per mille, $4 old factor or null, $5 when that was written
-- or null, $6 name of this process
-- Returns a row if it was written.
WITH changed AS (
  UPDATE price_factor SET per_mille = $3, changed_at = clock_timestamp()
   WHERE event_id = $1 AND ticket_type = $2 AND per_mille = $4::integer
     AND changed_at = $5::timestamptz
  RETURNING per_mille
), added AS (
  INSERT INTO price_factor (event_id, ticket_type, per_mille, changed_at)
  SELECT $1, $2, $3, clock_timestamp() WHERE $4::integer IS NULL
  ON CONFLICT DO NOTHING
  RETURNING per_mille
), written AS (
  SELECT per_mille FROM changed UNION ALL SELECT per_mille FROM added
), drawn AS (
  UPDATE event SET plan_version = plan_version + 1
   WHERE event_id = $1 AND EXISTS (SELECT 1 FROM written)
), audited AS (
  INSERT INTO audit (at, event_id, action, reason, seat_ids, process)
  SELECT clock_timestamp(), $1, 'priced',
         $2 || ': ' || coalesce($4::integer, 1000) || ' to ' || w.per_mille || ' per mille', '{}',
         $6
    FROM written w
)
SELECT per_mille FROM written
