-- Moves the end of a session: by a renewal never past its longest length, by an extension past it
-- by 15 minutes at most. Never to a sooner end.
-- ARGV  epoch, lane, position, seconds of an extension ('' for a renewal)
-- Returns  {'OK', start, expires} (seconds) | {'GONE'} | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('session', 'maxSession')
if not fields then return {why} end
local member = member_of(tonumber(ARGV[2]), tonumber(ARGV[3]))
local expires = redis.call('ZSCORE', key .. ':active', member)
if fields.epoch ~= ARGV[1] or not expires or tonumber(expires) <= second then return {'GONE'} end
expires = tonumber(expires)
local start = tonumber(redis.call('ZSCORE', key .. ':started', member))
local last, ends = start + tonumber(fields.maxSession), second + tonumber(fields.session)
if ARGV[4] ~= '' then last, ends = last + 900, second + tonumber(ARGV[4]) end
ends = math.min(ends, last)
if ends > expires then
  redis.call('ZADD', key .. ':active', ends, member)
  expires = ends
end
return {'OK', start, expires}
