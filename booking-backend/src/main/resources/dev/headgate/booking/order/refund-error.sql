-- $1 payment, $2 the processor's word
UPDATE refund SET last_error = $2 WHERE payment_id = $1 AND status = 'due'
