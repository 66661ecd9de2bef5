-- $1 id of the notice, $2 applied, ignored or unknown_order: the last is kept and tried again
UPDATE webhook_inbox w
   SET outcome = $2,
       processed_at = CASE WHEN $2 = 'unknown_order' THEN NULL ELSE clock_timestamp() END,
       next_try_at = CASE WHEN $2 = 'unknown_order'
                          THEN greatest(w.next_try_at, clock_timestamp() + interval '5 seconds') END
 WHERE w.notice_id = $1
