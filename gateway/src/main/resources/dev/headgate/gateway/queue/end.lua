-- Ends an event now: nobody joins and nobody is let in any more. New settings may open it again.
-- Returns  {'CHANGED', version} | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('version', 'closesAt', 'told')
if not fields then return {why} end
if fields.closesAt == '' or tonumber(fields.closesAt) > now then
  redis.call('HSET', key, 'closesAt', int(now), 'told', (fields.told or '') .. 'e')
  tell('closed', now)
  redis.call('HINCRBY', key, 'version', 1)
  changed()
  return {'CHANGED', tonumber(fields.version) + 1}
end
return {'CHANGED', tonumber(fields.version)}
