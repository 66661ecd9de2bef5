-- Pauses or resumes.
-- ARGV  1 to pause or 0 to resume, the reason for fans ('' for none), the same in every language as
--       JSON ('' for none)
-- Returns  {'CHANGED', version} | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('version', 'paused')
if not fields then return {why} end
-- Repeating it changes nothing but the reason: a tick in flight stays good.
if fields.paused ~= ARGV[1] then set_rate(fields, fields.rate, ARGV[1] == '1') end
redis.call('HSET', key, 'pauseReason', ARGV[2], 'pauseReasons', ARGV[3] or '')
changed()
return {'CHANGED', tonumber(fields.version)}
