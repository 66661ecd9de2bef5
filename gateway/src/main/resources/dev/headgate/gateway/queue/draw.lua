-- Makes the draw at the operator's word.
-- Returns  {'CHANGED', version} | {'REFUSED', why} | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('version', 'start')
if not fields then return {why} end
if fields.entrants ~= '' then return {'REFUSED', 'the draw has been made'} end
if fields.start ~= 'manual' then return {'REFUSED', 'start: it is not manual'} end
redis.call('HSET', key, 'onSaleAt', int(now))
draw(fields)
return {'CHANGED', tonumber(fields.version)}
