-- Moves the queue by one tick, only if nothing that the decision rests on has changed since.
-- ARGV  epoch, tick, dialsVersion, snapshotTime (ms), cutoffTo, fans called, settledTo, lapsedTo,
--       creditDelta, limit
-- Returns  {'OK'} | {'MOVED'} when it does not apply | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('tick', 'dialsVersion', 'cutoff', 'settled', 'lapsed', 'turnWindow',
  'tickAt')
if not fields then return {why} end
local taken, cutoff_to = tonumber(ARGV[4]), tonumber(ARGV[5])
local settled_to, lapsed_to = tonumber(ARGV[7]), tonumber(ARGV[8])
local cutoff, settled, lapsed =
  tonumber(fields.cutoff), tonumber(fields.settled), tonumber(fields.lapsed)
local same = fields.epoch == ARGV[1] and fields.tick == ARGV[2] and fields.dialsVersion == ARGV[3]
-- A holder that slept changes nothing.
local fresh = now - taken < 2000 and taken >= tonumber(fields.tickAt)
-- lapsed <= settled <= cutoff <= arrivals, none of them ever back: no other state can be written.
local ordered = lapsed <= lapsed_to and lapsed_to <= settled_to and settled <= settled_to
  and settled_to <= cutoff and cutoff <= cutoff_to and cutoff_to <= tonumber(fields.arrivals)
  and (cutoff_to == cutoff or fields.entrants ~= '')
if not (same and fresh and ordered) then return {'MOVED'} end

local from = settled
local due = redis.call('ZRANGEBYSCORE', key .. ':calls', '(' .. fields.settled, settled_to)
for _, member in ipairs(due) do
  local to, _, _, fans = call_row(member)
  if fans > 0 then
    redis.call('RPUSH', key .. ':recent', int(fans) .. ':' .. int(math.min(fans, came(from, to))))
  end
  from = to
end
redis.call('LTRIM', key .. ':recent', -256, -1)
redis.call('ZREMRANGEBYSCORE', key .. ':calls', '-inf', lapsed_to)
if cutoff_to > cutoff then
  -- The turn's end is fixed when called: a later change of turnWindow shortens nobody's promise.
  local at = running(fields)
  local row = int(cutoff_to) .. ':' .. int(at) .. ':' .. int(at + tonumber(fields.turnWindow))
  redis.call('ZADD', key .. ':calls', cutoff_to, row .. ':' .. ARGV[6])
end
redis.call('HSET', key, 'cutoff', int(cutoff_to), 'settled', int(settled_to),
  'lapsed', int(lapsed_to), 'tickAt', ARGV[4], 'limit', ARGV[10])
redis.call('HINCRBY', key, 'credit', ARGV[9])
redis.call('HINCRBY', key, 'tick', 1)
return {'OK'}
