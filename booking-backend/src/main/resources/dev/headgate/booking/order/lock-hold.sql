-- $1 hold
SELECT h.hold_id FROM hold h WHERE h.hold_id = $1 FOR UPDATE
