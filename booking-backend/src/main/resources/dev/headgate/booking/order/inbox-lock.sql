-- Takes a notice for this transaction; no row where it is done, or somebody is at it.
-- $1 id of the notice
SELECT w.notice_id FROM webhook_inbox w
 WHERE w.notice_id = $1 AND w.processed_at IS NULL
   FOR UPDATE SKIP LOCKED
