-- Which trails got entries lately, in which life of the store.
-- KEYS[1]  headgate:{audit}:index, the events by the milliseconds of their last entries
-- KEYS[2]  headgate:{audit}:life, a name that is gone when the store has lost everything
-- ARGV     milliseconds, a name for a store that has none
-- Returns  {the store's name, milliseconds to go on from, event, ...}, events whose last entry is of
--          that millisecond or later, the oldest first
redis.call('SET', KEYS[2], ARGV[2], 'NX')
local events = redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[1], '+inf', 'LIMIT', 0, 5000)
local newest = #events > 0 and redis.call('ZSCORE', KEYS[1], events[#events]) or '0'
return {redis.call('GET', KEYS[2]), newest, unpack(events)}
