-- Takes a turn. Every limit is checked here, whatever the policy decided.
-- ARGV  epoch, position
-- Returns  {'ADMITTED', start, expires} | {'SAME', start, expires} (seconds) | {'MOMENT'} |
--          {'RESET'} | {'OVER'} | {'NOT_YET'} | {'ENDED'} | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('cutoff', 'lapsed', 'cap', 'session', 'closesAt', 'credit')
if not fields then return {why} end
if fields.epoch ~= ARGV[1] then return {'RESET'} end
local position, member = tonumber(ARGV[2]), '0.' .. ARGV[2]
local active, claimed = key .. ':active', key .. ':claimed:0'

local expires = redis.call('ZSCORE', active, member)
if expires and tonumber(expires) > second then
  return {'SAME', tonumber(redis.call('ZSCORE', key .. ':started', member)), tonumber(expires)}
end
tidy_door()
if position < tonumber(fields.cutoff) then
  if redis.call('GETBIT', claimed, position) == 1 then return {'OVER'} end
  if position < tonumber(fields.lapsed) and not redis.call('ZSCORE', key .. ':door', member) then
    return {'OVER'}
  end
else
  return {'NOT_YET'}
end
if fields.closesAt ~= '' and now >= tonumber(fields.closesAt) then return {'ENDED'} end

-- Room under the dial in (now - 60 s, now]: the highest dial in that window, and no more than the
-- dial's sum over it plus two seconds' worth, so that a raised dial or a resume is no burst.
local function room_under_dial()
  if fields.haltedAt ~= '' then return 0 end
  local from, rate = now - 60000, tonumber(fields.rate)
  redis.call('ZREMRANGEBYSCORE', key .. ':admitted', '-inf', from)
  local highest, sum, ends = 0, 0, now
  local changes = redis.call('ZRANGE', key .. ':dials', 0, -1)
  for i = #changes, 1, -1 do
    local at, dial = string.match(changes[i], '^(%d+):(%d+)$')
    at, dial = math.max(tonumber(at), from), tonumber(dial)
    if i == #changes or ends > from then
      highest = math.max(highest, dial)
      sum = sum + dial * (ends - at)
      ends = at
    end
  end
  local limit = math.min(highest, math.floor((sum + math.max(60000, 2000 * rate)) / 60000))
  return limit - redis.call('ZCARD', key .. ':admitted')
end

-- Granted only if there is room beyond those before it at the door: hammering wins nothing.
local before = redis.call('ZCOUNT', key .. ':door', '-inf', '(' .. ARGV[2])
local room = math.min(room_under_dial(), tonumber(fields.cap) - active_sessions())
if room - before < 1 then
  redis.call('ZADD', key .. ':door', position, member)
  redis.call('ZADD', key .. ':tried', now, member)
  return {'MOMENT'}
end

local ends = second + tonumber(fields.session)
redis.call('SETBIT', claimed, position, 1)
redis.call('ZADD', active, ends, member)
redis.call('ZADD', key .. ':started', second, member)
redis.call('ZADD', key .. ':admitted', now, member)
redis.call('ZREM', key .. ':door', member)
redis.call('ZREM', key .. ':tried', member)
redis.call('HSET', key, 'credit', int(tonumber(fields.credit) - 6000000))
return {'ADMITTED', second, ends}
