-- Creates an event that does not exist.
-- ARGV  epoch (Redis milliseconds, just read), commitment, block, then the settings' fields
--       (name, value, ...), `rate` among them
-- Returns  {'CREATED', version} | {'EXISTS'} | {'STALE'} when the epoch is not of this moment
if redis.call('EXISTS', key) == 1 then return {'EXISTS'} end
local epoch = tonumber(ARGV[1])
-- The commitment covers the epoch, so both are written at once or not at all.
if epoch > now or epoch < now - 10000 then return {'STALE'} end
local block = tonumber(ARGV[3])
redis.call('HSET', key,
  'home', run_id(), 'epoch', ARGV[1], 'commitment', ARGV[2], 'version', '1', 'dialsVersion', '1',
  'arrivals', '0', 'entrants', '', 'drawnAt', '', 'cutoff', '0', 'settled', '0', 'lapsed', '0',
  'credit', '0', 'tick', '0', 'tickAt', int(now), 'limit', 'NOT_DRAWN',
  'paused', '0', 'pauseReason', '', 'haltedAt', '', 'pausedTotal', '0', 'message', '',
  'block', ARGV[3], 'reserved', int(block), 'reservedNext', int(2 * block),
  'reservedAt', int(now), 'gaps', '', 'overSeq', '0',
  unpack(ARGV, 4))
note_rate(0)
local fields = read({'rate', 'haltedAt', 'pausedTotal', 'entrants'})
if tonumber(fields.rate) == 0 then set_rate(fields, fields.rate, false) end
changed()
return {'CREATED', 1}
