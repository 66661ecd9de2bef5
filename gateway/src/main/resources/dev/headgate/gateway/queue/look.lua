-- Where called positions stand, for all the polls of one event-loop turn.
-- ARGV  epoch, then lane and position of each
-- Returns  {'OK', state, turnEndsAt, ...} two a position: state 0 waiting, 1 called, 2 admitted,
--          3 over; turnEndsAt in Redis milliseconds or -1; {'RESET'} | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('cutoff', 'lapsed')
if not fields then return {why} end
if fields.epoch ~= ARGV[1] then return {'RESET'} end
tidy_door()
local bounds = {[0] = {tonumber(fields.cutoff), tonumber(fields.lapsed)}}

local function bounds_of(lane)
  if not bounds[lane] then
    local values = redis.call('HMGET', key, of('cutoff', lane), of('lapsed', lane))
    bounds[lane] = {tonumber(values[1] or '0'), tonumber(values[2] or '0')}
  end
  return bounds[lane][1], bounds[lane][2]
end

-- Null while paused, and at the door past it: there the turn cannot run out.
local function turn_ends_at(lane, position, at_door)
  if fields.haltedAt ~= '' then return -1 end
  local _, lapsed = bounds_of(lane)
  -- Its row is gone: the next one's end is that of others.
  if position < lapsed then return -1 end
  local rows = redis.call('ZRANGEBYSCORE', part('calls', lane), '(' .. position, '+inf', 'LIMIT',
    0, 1)
  if not rows[1] then return -1 end
  local _, _, ends = call_row(rows[1])
  ends = ends + tonumber(fields.pausedTotal)
  if at_door and ends <= now then return -1 end
  return ends
end

local function stand(lane, position)
  local member = member_of(lane, position)
  local cutoff, lapsed = bounds_of(lane)
  local expires = redis.call('ZSCORE', key .. ':active', member)
  if expires and tonumber(expires) > second then return 2, -1 end
  if position >= cutoff then return 0, -1 end
  if redis.call('GETBIT', claimed(lane), position) == 1 then return 3, -1 end
  local at_door = redis.call('ZSCORE', part('door', lane), member)
  if position < lapsed and not at_door then return 3, -1 end
  return 1, turn_ends_at(lane, position, at_door)
end

local answer = {'OK'}
for i = 2, #ARGV, 2 do
  local state, ends = stand(tonumber(ARGV[i]), tonumber(ARGV[i + 1]))
  answer[#answer + 1] = state
  answer[#answer + 1] = ends
end
return answer
