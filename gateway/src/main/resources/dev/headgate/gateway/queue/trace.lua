-- What the store still knows of one position.
-- ARGV  epoch, lane, position
-- Returns  {'OK', name, value, ...}: cutoff, settled, lapsed; claimed (1 when let in once); at the
--          door: tried (ms); while inside: start, expires (seconds); while its call is known:
--          calledAt (ms, by the clock if nobody has paused since) and turnEndsAt (ms) |
--          {'RESET'} | {'UNKNOWN'} | {'STRANGER'}
local lane, position = tonumber(ARGV[2]), tonumber(ARGV[3])
local fields, why = open()
if not fields then return {why} end
if fields.epoch ~= ARGV[1] then return {'RESET'} end
tidy_door()
local member, answer = member_of(lane, position), {'OK'}
local function add(name, value)
  if value then
    answer[#answer + 1] = name
    answer[#answer + 1] = int(tonumber(value))
  end
end
local bounds = redis.call('HMGET', key, of('cutoff', lane), of('settled', lane), of('lapsed', lane))
add('cutoff', bounds[1])
add('settled', bounds[2])
add('lapsed', bounds[3])
add('claimed', redis.call('GETBIT', claimed(lane), position))
if redis.call('ZSCORE', part('door', lane), member) then
  add('tried', redis.call('ZSCORE', key .. ':tried', member))
end
local expires = redis.call('ZSCORE', key .. ':active', member)
if expires and tonumber(expires) > second - 10 then
  add('start', redis.call('ZSCORE', key .. ':started', member))
  add('expires', expires)
end
-- Below lapsed its row is gone, and the next one is that of others.
if bounds[1] and position < tonumber(bounds[1]) and position >= tonumber(bounds[3]) then
  local row = redis.call('ZRANGEBYSCORE', part('calls', lane), '(' .. ARGV[3], '+inf', 'LIMIT', 0, 1)
  if row[1] then
    local _, called_at, ends = call_row(row[1])
    add('calledAt', called_at + tonumber(fields.pausedTotal))
    if fields.haltedAt == '' then add('turnEndsAt', ends + tonumber(fields.pausedTotal)) end
  end
end
return answer
