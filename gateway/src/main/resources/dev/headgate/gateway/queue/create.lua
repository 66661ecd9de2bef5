-- Creates an event that does not exist.
-- ARGV  epoch (Redis milliseconds, just read), commitment, block, then the settings' fields
--       (name, value, ...), `rate` among them
-- Returns  {'CREATED', version, entry} | {'EXISTS'} | {'STALE'} when the epoch is not of this moment
if redis.call('EXISTS', key) == 1 then return {'EXISTS'} end
local epoch = tonumber(ARGV[1])
-- The commitment covers the epoch, so both are written at once or not at all.
if epoch > now or epoch < now - 10000 then return {'STALE'} end
local settings = nil
for i = 4, #ARGV, 2 do if ARGV[i] == 'settings' then settings = ARGV[i + 1] end end
local entry = note('create', 'null', settings)
-- Whoever finds the id finds the event, whether or not anybody hears the answer.
redis.call('SADD', 'headgate:events', event_id())
redis.call('HSET', key, 'version', '1', 'dialsVersion', '1', 'earlier', '', 'noted', id_of(entry),
  unpack(ARGV, 4))
tell('created', now)
begin_life(ARGV[1], ARGV[2], tonumber(ARGV[3]))
return {'CREATED', 1, entry}
