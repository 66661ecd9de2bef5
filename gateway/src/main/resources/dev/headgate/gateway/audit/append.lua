-- Adds a line to an event's audit trail, under an id later than every one before.
-- KEYS[1]  hg:{<event>}:audit, a sorted set whose members sort by their ids
-- ARGV     the line after its id
-- Returns  the whole line
local clock = redis.call('TIME')
local millis = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
local number = 0
local last = redis.call('ZRANGE', KEYS[1], -1, -1)[1]
if last then
  local at, of = string.match(last, '^{"id":"(%d+)-(%d+)"')
  if tonumber(at) >= millis then millis, number = tonumber(at), tonumber(of) + 1 end
  if number > 999999 then millis, number = millis + 1, 0 end
end
local line = '{"id":"' .. string.format('%013.0f-%06.0f', millis, number) .. '",' .. ARGV[1]
redis.call('ZADD', KEYS[1], 0, line)
return line
