-- Takes or keeps the right to deliver to one hook, and writes down how far it has come.
-- KEYS[1]  headgate:{hook:<name>}:lease, who delivers
-- KEYS[2]  headgate:{hook:<name>}:state, a hash: position (all entries up to that id are done) and
--          gone (the address that said so, hashed)
-- KEYS[3]  headgate:{hook:<name>}:done, a sorted set of the ids behind it that are done already
-- KEYS[4]  headgate:{feed}:entries, which positions are in
-- ARGV     gateway, lease (ms), where a new hook begins, its address (hashed), the position reached
--          ('' where the gateway knows of none), 1 where the address is gone, ids that are done...
-- Returns  {0} where another gateway delivers | {1, position, gone, done id, ...}
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
  and redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return {0}
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
-- A position ahead of both the feed and the clock is of a store that was lost: nothing of what is
-- here has been sent.
local newest = redis.call('XREVRANGE', KEYS[4], '+', '-', 'COUNT', 1)
local latest = math.max(newest[1] and tonumber(string.match(newest[1][1], '^%d+')) or 0,
  (tonumber(redis.call('TIME')[1]) + 60) * 1000)
local function ours(id)
  return id ~= '' and tonumber(string.sub(id, 1, 13)) <= latest and id or '0000000000000-000000'
end
local had = redis.call('HMGET', KEYS[2], 'position', 'gone')
local position = ours(had[1] or ARGV[3])
-- Ids sort as text. What is done stays done, whoever says so late.
if ours(ARGV[5]) > position then position = ARGV[5] end
local gone = had[2] == ARGV[4] or ARGV[6] == '1'
redis.call('HSET', KEYS[2], 'position', position, 'gone', gone and ARGV[4] or '')
for i = 7, #ARGV do redis.call('ZADD', KEYS[3], 0, ARGV[i]) end
redis.call('ZREMRANGEBYLEX', KEYS[3], '-', '[' .. position)
return {1, position, gone and 1 or 0, unpack(redis.call('ZRANGE', KEYS[3], 0, -1))}
