-- Counts a guess. The caller has locked the sign-in.
-- $1 id of the sign-in, $2 whether it was right, which uses the code up
-- Returns nothing.
UPDATE sign_in
   SET tries = tries + 1, used_at = CASE WHEN $2::boolean THEN clock_timestamp() END
 WHERE sign_in_id = $1
