-- Ends a session: the slot is free at once, and its token is listed as ended until it expires.
-- ARGV  epoch, lane, position
-- Returns  {'OK', expires (seconds), 0 where there was none, entry where an operator ended one} | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('overSeq')
if not fields then return {why} end
local member = member_of(tonumber(ARGV[2]), tonumber(ARGV[3]))
local expires = redis.call('ZSCORE', key .. ':active', member)
if fields.epoch ~= ARGV[1] or not expires then return {'OK', 0} end
-- A fan who leaves is in no trail.
local entry = by and note('revoke',
  '{"lane":' .. int(ARGV[2]) .. ',"position":' .. int(ARGV[3]) .. '}', 'null')
redis.call('ZREM', key .. ':active', member)
redis.call('ZREM', key .. ':started', member)
if tonumber(expires) + 10 > second then
  local seq = redis.call('HINCRBY', key, 'overSeq', 1)
  redis.call('ZADD', key .. ':over', seq, member .. ':' .. expires)
  redis.call('ZADD', key .. ':overends', expires, member .. ':' .. expires)
  changed()
end
return {'OK', tonumber(expires), entry or nil}
