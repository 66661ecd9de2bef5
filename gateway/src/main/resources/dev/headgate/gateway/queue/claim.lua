-- Takes a turn. Every limit is checked here, whatever the policy decided.
-- ARGV  epoch, lane, position
-- Returns  {'ADMITTED', start, expires} | {'SAME', start, expires} (seconds) | {'MOMENT'} |
--          {'RESET'} | {'OVER'} | {'NOT_YET'} | {'ENDED'} | {'SOLD_OUT'} | {'REJECTED'} |
--          {'UNKNOWN'} | {'STRANGER'}
local lane, position = tonumber(ARGV[2]), tonumber(ARGV[3])
local CREDIT = of('credit', lane)
local fields, why = open(of('cutoff', lane), of('lapsed', lane), CREDIT, 'cap', 'session',
  'closesAt', 'soldOut')
if not fields then return {why} end
if fields.epoch ~= ARGV[1] then return {'RESET'} end
local member = member_of(lane, position)
local active = key .. ':active'

local expires = redis.call('ZSCORE', active, member)
if expires and tonumber(expires) > second then
  return {'SAME', tonumber(redis.call('ZSCORE', key .. ':started', member)), tonumber(expires)}
end
tidy_door()
if position >= tonumber(fields[of('cutoff', lane)] or '0') then return {'NOT_YET'} end
if redis.call('GETBIT', claimed(lane), position) == 1 then return {'OVER'} end
if position < tonumber(fields[of('lapsed', lane)])
  and not redis.call('ZSCORE', part('door', lane), member) then
  return {'OVER'}
end
if fields.closesAt ~= '' and now >= tonumber(fields.closesAt) then return {'ENDED'} end
if fields.mode == 'reject' then return {'REJECTED'} end
if fields.soldOut == '1' then return {'SOLD_OUT'} end

-- The door is one for all lanes, in the order of the calls: of another lane those count who were
-- called before this fan, or at the same moment in a lane of a smaller number. Whose turn has run
-- out at the door (at -1) was called before all others; when is not known any more.
local function called_before(other, at)
  if at == -1 and other > lane then return 0 end
  local rows = part('calls', other)
  local low, high, before = 0, redis.call('ZCARD', rows), nil
  while low < high do
    local middle = math.floor((low + high) / 2)
    local to, called_at = call_row(redis.call('ZRANGE', rows, middle, middle)[1])
    if called_at < at or (called_at == at and other < lane) then
      low, before = middle + 1, to
    else
      high = middle
    end
  end
  return before or tonumber(redis.call('HGET', key, of('lapsed', other)))
end

local function before_at_door()
  local before = redis.call('ZCOUNT', part('door', lane), '-inf', '(' .. ARGV[3])
  if fields.lanes == '1' then return before end
  local row = redis.call('ZRANGEBYSCORE', part('calls', lane), '(' .. ARGV[3], '+inf', 'LIMIT', 0,
    1)
  local at = -1
  -- Below lapsed its row is gone, and the next one is that of others.
  if row[1] and position >= tonumber(fields[of('lapsed', lane)]) then
    local _, called_at = call_row(row[1])
    at = called_at
  end
  for other = 0, tonumber(fields.lanes) - 1 do
    if other ~= lane and redis.call('EXISTS', part('door', other)) == 1 then
      before = before + redis.call('ZCOUNT', part('door', other), '-inf',
        '(' .. int(called_before(other, at)))
    end
  end
  return before
end

-- Granted only if there is room beyond those before it at the door: hammering wins nothing.
local function has_room()
  if fields.mode == 'passthrough' then return fields.haltedAt == '' end
  local room = math.min(room_under_dial(fields), tonumber(fields.cap) - active_sessions())
  return room - before_at_door() >= 1
end
if not has_room() then
  redis.call('ZADD', part('door', lane), position, member)
  redis.call('ZADD', key .. ':tried', now, member)
  return {'MOMENT'}
end

local ends = second + tonumber(fields.session)
admit(lane, position, ends)
if fields.mode ~= 'passthrough' then
  redis.call('HSET', key, CREDIT, int(tonumber(fields[CREDIT]) - 6000000))
end
return {'ADMITTED', second, ends}
