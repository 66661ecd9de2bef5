-- How many messages wait, and for how long the oldest has.
-- No parameters.
-- Returns a row a channel that has any: channel, waiting, oldest_seconds.
SELECT channel, count(*)::integer AS waiting,
       greatest(0, extract(epoch FROM clock_timestamp() - min(created_at)))::integer
         AS oldest_seconds
  FROM outbox
 WHERE next_try_at IS NOT NULL
 GROUP BY channel
