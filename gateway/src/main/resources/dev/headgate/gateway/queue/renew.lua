-- Moves the end of a session, never past its longest length.
-- ARGV  epoch, position
-- Returns  {'OK', start, expires} (seconds) | {'GONE'} | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('session', 'maxSession')
if not fields then return {why} end
local member = '0.' .. ARGV[2]
local expires = redis.call('ZSCORE', key .. ':active', member)
if fields.epoch ~= ARGV[1] or not expires or tonumber(expires) <= second then return {'GONE'} end
expires = tonumber(expires)
local start = tonumber(redis.call('ZSCORE', key .. ':started', member))
local ends = math.min(second + tonumber(fields.session), start + tonumber(fields.maxSession))
if ends > expires then
  redis.call('ZADD', key .. ':active', ends, member)
  expires = ends
end
return {'OK', start, expires}
