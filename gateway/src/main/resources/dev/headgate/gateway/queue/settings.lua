-- Replaces the settings, if nobody did so before.
-- ARGV  the version they were read at, then the settings' fields (name, value, ...)
-- Returns  {'CHANGED', version} | {'STALE', version} | {'REFUSED', why} | {'UNKNOWN'} |
--          {'STRANGER'}
local fields, why = open('version', 'paused', 'drawnAt')
if not fields then return {why} end
if fields.version ~= ARGV[1] then return {'STALE', tonumber(fields.version)} end
local wanted = {}
for i = 2, #ARGV, 2 do wanted[ARGV[i]] = ARGV[i + 1] end
if fields.entrants ~= '' and wanted.onSaleAt ~= fields.onSaleAt then
  return {'REFUSED', 'start: the draw has been made'}
end
redis.call('HSET', key, unpack(ARGV, 2))
set_rate(fields, wanted.rate, fields.paused == '1')
local version = redis.call('HINCRBY', key, 'version', 1)
changed()
return {'CHANGED', version}
