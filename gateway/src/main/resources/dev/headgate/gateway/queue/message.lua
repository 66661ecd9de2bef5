-- Shows a message to everyone waiting, or takes it away.
-- ARGV  text ('' to take it away), language
-- Returns  {'CHANGED', version} | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('version')
if not fields then return {why} end
local message = ARGV[1] == '' and '' or cjson.encode({text = ARGV[1], lang = ARGV[2], at = now})
redis.call('HSET', key, 'message', message)
changed()
return {'CHANGED', tonumber(fields.version)}
