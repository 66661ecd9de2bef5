-- Creates an event that does not exist.
-- ARGV  epoch (Redis milliseconds, just read), commitment, block, then the settings' fields
--       (name, value, ...), `rate` among them
-- Returns  {'CREATED', version, entry} | {'EXISTS'} | {'STALE'} when the epoch is not of this moment
if redis.call('EXISTS', key) == 1 then return {'EXISTS'} end
local epoch = tonumber(ARGV[1])
-- The commitment covers the epoch, so both are written at once or not at all.
if epoch > now or epoch < now - 10000 then return {'STALE'} end
redis.call('HSET', key, 'version', '1', 'dialsVersion', '1', 'earlier', '', unpack(ARGV, 4))
local entry = note('create', 'null', redis.call('HGET', key, 'settings'))
tell('created', now)
begin_life(ARGV[1], ARGV[2], tonumber(ARGV[3]))
-- Whoever finds the id finds the event.
redis.call('SADD', 'headgate:events', event_id())
return {'CREATED', 1, entry}
