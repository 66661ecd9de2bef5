-- Hands out arrival numbers of one lane: a block for all the joins of one event-loop turn, or the
-- one place of an entry.
-- ARGV  how many, lane, the entry's id ('' without one)
-- Returns  {'OK', epoch, first, granted, bound, full, called} where bound is above every number
--          given so far, full is 1 when the rest can never be given, and called is 1 when those
--          who joined have been called; {'NOT_OPEN', opensAt} | {'ENDED'} | {'REJECTED'} |
--          {'SOLD_OUT'} | {'NO_LANE'} | {'UNKNOWN'} | {'STRANGER'}
local lane, entry = tonumber(ARGV[2]), ARGV[3]
local fields, why = open('closesAt', 'soldOut', 'turnWindow', of('cutoff', lane), of('gaps', lane))
if not fields then return {why} end
if lane >= tonumber(fields.lanes) then return {'NO_LANE'} end
local entries, id = key .. ':entries', lane .. '.' .. entry
if entry ~= '' then
  local had = redis.call('HGET', entries, id)
  if had then return {'OK', tonumber(fields.epoch), tonumber(had), 1, tonumber(had) + 1, 0, 0} end
end
local refusal = closed(fields)
if refusal then return refusal end

local first, granted, bound, full = take(lane, tonumber(ARGV[1]))
if entry ~= '' and granted == 1 then redis.call('HSET', entries, id, int(first)) end
-- Everyone is let in at once, and whoever still waits with them: left to the next tick, fans who
-- come without a pause would always find somebody waiting.
local called = 0
if fields.mode == 'passthrough' and fields.haltedAt == '' and granted > 0 then
  local skipped = fields[of('gaps', lane)] ~= ''
  local fans = skipped and granted or first + granted - tonumber(fields[of('cutoff', lane)])
  call_at_once(fields, lane, first + granted, fans)
  called = 1
end
return {'OK', tonumber(fields.epoch), first, granted, bound, full, called}
