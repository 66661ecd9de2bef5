-- Makes the draw at the operator's word.
-- Returns  {'CHANGED', version, entry} | {'REFUSED', why} | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('version', 'start', 'closesAt')
if not fields then return {why} end
if fields.entrants ~= '' then return {'REFUSED', 'the draw has been made'} end
if fields.start ~= 'manual' then return {'REFUSED', 'start: it is not manual'} end
local phase = now < tonumber(fields.opensAt) and 'scheduled' or 'waiting'
if fields.closesAt ~= '' and now >= tonumber(fields.closesAt) then phase = 'ended' end
local entry = note('draw', '"' .. phase .. '"', '"drawn"')
redis.call('HSET', key, 'onSaleAt', int(now))
draw(fields)
return {'CHANGED', tonumber(fields.version), entry}
