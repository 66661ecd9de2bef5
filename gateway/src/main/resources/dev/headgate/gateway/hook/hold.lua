-- Takes or keeps the right to deliver to one hook, and writes down how far it has come.
-- KEYS[1]  headgate:{hook:<name>}:lease, who delivers
-- KEYS[2]  headgate:{hook:<name>}:state, a hash: position (all entries up to that id are done) and
--          gone (the address that said so, hashed)
-- KEYS[3]  headgate:{hook:<name>}:done, a sorted set of the ids behind it that are done already
-- ARGV     gateway, lease (ms), where a new hook begins, its address (hashed), the position reached
--          ('' where the gateway knows of none), 1 where the address is gone, ids that are done...
-- Returns  {0} where another gateway delivers | {1, position, gone, done id, ...}
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
  and redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return {0}
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local had = redis.call('HMGET', KEYS[2], 'position', 'gone')
local position = had[1] or ARGV[3]
-- Ids sort as text. What is done stays done, whoever says so late.
if ARGV[5] > position then position = ARGV[5] end
local gone = had[2] == ARGV[4] or ARGV[6] == '1'
redis.call('HSET', KEYS[2], 'position', position, 'gone', gone and ARGV[4] or '')
for i = 7, #ARGV do redis.call('ZADD', KEYS[3], 0, ARGV[i]) end
redis.call('ZREMRANGEBYLEX', KEYS[3], '-', '[' .. position)
return {1, position, gone and 1 or 0, unpack(redis.call('ZRANGE', KEYS[3], 0, -1))}
