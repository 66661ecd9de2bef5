-- Adds an entry of what changes nothing in the store to an event's audit trail.
-- KEYS[1]  hg:{<event>}:audit
-- KEYS[2]  hg:{<event>}, which may not be there
-- ARGV     what follows the entry's id and time
-- Returns  the whole line
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
return add_entry(KEYS[1], KEYS[2], now, ARGV[1])
