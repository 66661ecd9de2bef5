-- $1 id of the notice, $2 its type, $3 the processor's id of the charge or null, $4 what it says
INSERT INTO webhook_inbox (notice_id, type, processor_ref, body, next_try_at)
VALUES ($1, $2, $3, $4, clock_timestamp())
ON CONFLICT DO NOTHING
