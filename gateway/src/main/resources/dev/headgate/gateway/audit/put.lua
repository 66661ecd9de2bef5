-- Puts entries into an event's audit trail that were in it before, or were made without the store.
-- KEYS[1]  hg:{<event>}:audit
-- ARGV     their lines
-- Returns  how many of them were missing
local clock = redis.call('TIME')
local missing = 0
for _, line in ipairs(ARGV) do missing = missing + redis.call('ZADD', KEYS[1], 0, line) end
index_trail(KEYS[1], tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000))
return missing
