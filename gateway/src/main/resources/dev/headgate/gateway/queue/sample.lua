-- Notes the figures of this moment, once in ten seconds whoever asks, and of each minute how far
-- the lanes had come.
-- ARGV  epoch, the figures as text
-- Returns  {'OK'} | {'NOTED'} when these ten seconds have theirs | {'RESET'} | {'UNKNOWN'} |
--          {'STRANGER'}
local fields, why = open()
if not fields then return {why} end
if fields.epoch ~= ARGV[1] then return {'RESET'} end

-- What was noted by a clock that is ahead of this one says nothing of when.
local function last_of(list)
  local last = redis.call('LINDEX', list, -1)
  local at = last and tonumber(string.match(last, '^%d+')) or 0
  if at < now + 60000 then return at end
  redis.call('DEL', list)
  return 0
end

local function note(list, entry, most, millis)
  redis.call('RPUSH', list, entry)
  redis.call('LTRIM', list, -most, -1)
  redis.call('PEXPIRE', list, int(millis))
end

local history, marks = key .. ':history', key .. ':marks'
if math.floor(last_of(history) / 10000) >= math.floor(now / 10000) then return {'NOTED'} end
local admitted, stands = 0, {}
for lane = 0, tonumber(fields.lanes) - 1 do
  local values = redis.call('HMGET', key, of('arrivals', lane), of('cutoff', lane))
  admitted = admitted + redis.call('BITCOUNT', claimed(lane))
  stands[lane + 1] = values[1] .. ':' .. values[2]
end
local stand = int(now) .. ',' .. int(running(fields)) .. ',' .. table.concat(stands, ';')
note(history, stand .. ',' .. int(admitted) .. ',' .. ARGV[2], 360, 3600000)
if math.floor(last_of(marks) / 60000) < math.floor(now / 60000) then
  note(marks, stand, 1440, 86400000)
end
return {'OK'}
