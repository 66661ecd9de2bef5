-- Hands out a block of arrival numbers, for all the joins of one event-loop turn.
-- ARGV  how many
-- Returns  {'OK', epoch, first, granted, bound, full} where bound is above every number given so
--          far, and full is 1 when the rest can never be given; {'NOT_OPEN', opensAt} | {'ENDED'} |
--          {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('opensAt', 'closesAt', 'maxPlaces', 'reserved', 'reservedNext',
  'reservedAt', 'block', 'skipped')
if not fields then return {why} end
if now < tonumber(fields.opensAt) then return {'NOT_OPEN', tonumber(fields.opensAt)} end
if fields.closesAt ~= '' and now >= tonumber(fields.closesAt) then return {'ENDED'} end

local wanted, arrivals = tonumber(ARGV[1]), tonumber(fields.arrivals)
local reserved, reserved_next = tonumber(fields.reserved), tonumber(fields.reservedNext)
local block, reserved_at = tonumber(fields.block), tonumber(fields.reservedAt)
-- A bound may be used 2 s after it was written: by then each gateway's snapshot has it, so that a
-- lost store never hands a number out again.
if reserved_next > reserved and now >= reserved_at + 2000 then reserved = reserved_next end
-- Numbers that a restore skipped are nobody's places.
local most = tonumber(fields.maxPlaces) + tonumber(fields.skipped or '0')
local granted = math.min(wanted, reserved - arrivals, most - arrivals)
if granted < 0 then granted = 0 end
if reserved_next == reserved and reserved - arrivals - granted < block then
  -- A block is about 4 s of joins: one used up sooner makes the next one larger.
  if now - reserved_at < 4000 then block = math.min(block * 2, 1048576) end
  reserved_next, reserved_at = reserved + block, now
end
redis.call('HSET', key, 'arrivals', int(arrivals + granted), 'reserved', int(reserved),
  'reservedNext', int(reserved_next), 'reservedAt', int(reserved_at), 'block', int(block))
local full = arrivals + granted >= most and 1 or 0
return {'OK', tonumber(fields.epoch), arrivals, granted, reserved_next, full}
