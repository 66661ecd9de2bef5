-- Hands out arrival numbers of one lane: a block for all the joins of one event-loop turn, or the
-- one place of an entry.
-- ARGV  how many, lane, the entry's id ('' without one), then, unless nobody has solved a challenge,
--       what each of them has ('' for nothing)
-- Returns  {'OK', epoch, first, granted, bound, full, called, flaws} where bound is above every
--          number given so far, full is 1 when the rest can never be given, called is 1 when those
--          who joined have been called, and flaws says of each why they get no number ('' of those
--          who may), where the event asks for a challenge and somebody has not solved one;
--          {'UNPROVEN', flaws} when nobody has; {'NOT_OPEN', opensAt} | {'ENDED'} | {'REJECTED'} |
--          {'SOLD_OUT'} | {'NO_LANE'} | {'UNKNOWN'} | {'STRANGER'}
local lane, entry = tonumber(ARGV[2]), ARGV[3]
local fields, why = open('closesAt', 'soldOut', 'turnWindow', 'challenge', of('cutoff', lane), of('gaps', lane))
if not fields then return {why} end
if lane >= tonumber(fields.lanes) then return {'NO_LANE'} end

-- Uses up what was solved, and says what is wrong with the rest.
local wanted, flaws = tonumber(ARGV[1]), nil
local may = wanted
local function prove()
  if not asks_for_proof(fields) then return end
  local wrong = {}
  for i = 1, wanted do
    wrong[i] = spend(fields, ARGV[3 + i] or '') or ''
    if wrong[i] ~= '' then may, flaws = may - 1, wrong end
  end
end

-- Gives back what was solved by those who got no number after all.
local function give_back(granted)
  local nth = 0
  for i = 1, wanted do
    if not flaws or flaws[i] == '' then
      nth = nth + 1
      if nth > granted then unspend(ARGV[3 + i]) end
    end
  end
end

local entries, id = key .. ':entries', lane .. '.' .. entry
if entry ~= '' then
  local had = redis.call('HGET', entries, id)
  if had then
    prove()
    if flaws then return {'UNPROVEN', flaws} end
    return {'OK', tonumber(fields.epoch), tonumber(had), 1, tonumber(had) + 1, 0, 0}
  end
end
local refusal = closed(fields)
if refusal then return refusal end
prove()
if may == 0 then return {'UNPROVEN', flaws} end

local first, granted, bound, full = take(lane, may)
if granted < may and asks_for_proof(fields) then give_back(granted) end
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
return {'OK', tonumber(fields.epoch), first, granted, bound, full, called, flaws}
