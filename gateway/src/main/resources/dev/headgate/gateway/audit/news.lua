-- Which trails got entries lately, in which life of the store.
-- KEYS[1]  headgate:{audit}:index, the events by a number that grows with each entry
-- KEYS[2]  headgate:{audit}:life, a name that is gone when the store has lost everything
-- ARGV     a number, a name for a store that has none
-- Returns  {the store's name, a number to go on from, event, ...}, events whose last entry has that
--          number or a higher one, the oldest first; the number is lower than the one that was asked
--          for where the store went back to an earlier state
redis.call('SET', KEYS[2], ARGV[2], 'NX')
local MOST = 5000
local events = redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[1], '+inf', 'LIMIT', 0, MOST)
local newest = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] or '0'
if #events == MOST then newest = redis.call('ZSCORE', KEYS[1], events[MOST]) end
return {redis.call('GET', KEYS[2]), newest, unpack(events)}
