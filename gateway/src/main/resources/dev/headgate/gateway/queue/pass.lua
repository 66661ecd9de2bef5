-- Joins, calls and admits in one, where the room is always on, has room and nobody waits.
-- ARGV  how long the session is on probation, in seconds (0 for none), what was solved ('' for
--       nothing)
-- Returns  {'IN', epoch, arrival, start, expires (seconds), bound} | {'NO'} and nothing is spent |
--          {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('closesAt', 'soldOut', 'turnWindow', 'start', 'cap', 'session', 'credit',
  'effective', 'challenge')
if not fields then return {why} end
local by_time = fields.mode == 'fifo' or fields.mode == 'random-then-fifo'
if fields.start ~= 'always' or not by_time or closed(fields) then return {'NO'} end
tidy_door()

local room = math.min(room_under_dial(fields), tonumber(fields.cap) - active_sessions())
-- Somebody waits, or the room is for those who have been called and are on their way.
local function taken()
  if room < 1 or redis.call('ZCARD', key .. ':tried') > 0 then return true end
  for lane = 0, tonumber(fields.lanes) - 1 do
    local stands = redis.call('HMGET', key, of('arrivals', lane), of('cutoff', lane),
      of('settled', lane))
    if stands[1] ~= stands[2] then return true end
    local settled, cutoff = tonumber(stands[3]), tonumber(stands[2])
    room = room - (cutoff - settled - came(lane, settled, cutoff))
  end
  return room < 1
end

-- What throttle, stock or slow start leave is earned as credit, and goes straight in no faster.
local function eased()
  local rate = tonumber(fields.rate)
  return math.min(ramped(rate), tonumber(fields.effective) or rate) < rate
end
local credit = tonumber(fields.credit)
if taken() or (credit < 6000000 and eased()) then return {'NO'} end

-- Joining says what is wrong with it.
local asked, proof = asks_for_proof(fields), ARGV[2] or ''
if asked and spend(fields, proof) then return {'NO'} end
local arrival, granted, bound = take(0, 1)
if granted == 0 then
  if asked then unspend(proof) end
  return {'NO'}
end
call_at_once(fields, 0, arrival + 1, 1)
local length = tonumber(fields.session)
if ARGV[1] ~= '0' then length = math.min(length, tonumber(ARGV[1])) end
admit(0, arrival, second + length)
-- Otherwise credit is for calls. Spent below nothing it would be owed by those who queue later,
-- while the dial's own limit, which was just checked, has room for them.
redis.call('HSET', key, 'credit', int(math.max(math.min(credit, 0), credit - 6000000)))
return {'IN', tonumber(fields.epoch), arrival, second, second + length, bound}
