-- Pauses or resumes.
-- ARGV  1 to pause or 0 to resume, the reason for fans ('' for none), the same in every language as
--       JSON ('' for none)
-- Returns  {'CHANGED', version, entry} | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('version', 'paused', 'pauseReason', 'pauseReasons')
if not fields then return {why} end
-- The one for everybody is its text; null for none.
local function reasons(first, all)
  if all == '' then return first == '' and 'null' or cjson.encode(first) end
  local each = cjson.decode(all)
  local one = #each == 1 and (each[1].lang or cjson.null) == cjson.null
  return one and cjson.encode(each[1].text) or all
end
local entry = note(ARGV[1] == '1' and 'pause' or 'resume',
  fields.paused == '1' and reasons(fields.pauseReason, fields.pauseReasons or '') or '"running"',
  ARGV[1] == '1' and reasons(ARGV[2], ARGV[3] or '') or 'null')
-- Repeating it changes nothing but the reason: a tick in flight stays good.
if fields.paused ~= ARGV[1] then set_rate(fields, fields.rate, ARGV[1] == '1') end
local again = fields.paused == ARGV[1]
if ARGV[1] == '1' then
  local said = again and fields.pauseReason == ARGV[2]
    and (fields.pauseReasons or '') == (ARGV[3] or '')
  if not said then
    tell(again and 'reason-changed' or 'paused', now,
      {reason = ARGV[2] ~= '' and ARGV[2] or cjson.null})
  end
elseif not again then
  tell('resumed', now)
end
redis.call('HSET', key, 'pauseReason', ARGV[2], 'pauseReasons', ARGV[3] or '')
changed()
return {'CHANGED', tonumber(fields.version), entry}
