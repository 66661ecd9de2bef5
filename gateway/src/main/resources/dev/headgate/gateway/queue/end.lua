-- Ends an event now: nobody joins and nobody is let in any more. New settings may open it again.
-- Returns  {'CHANGED', version, entry} | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('version', 'closesAt', 'told')
if not fields then return {why} end
local closes = fields.closesAt ~= '' and written_time(tonumber(fields.closesAt)) or 'null'
local open_yet = fields.closesAt == '' or tonumber(fields.closesAt) > now
local entry = note('close', closes, open_yet and written_time(now) or closes)
if open_yet then
  redis.call('HSET', key, 'closesAt', int(now), 'told', (fields.told or '') .. 'e')
  tell('closed', now)
  redis.call('HINCRBY', key, 'version', 1)
  changed()
  return {'CHANGED', tonumber(fields.version) + 1, entry}
end
return {'CHANGED', tonumber(fields.version), entry}
