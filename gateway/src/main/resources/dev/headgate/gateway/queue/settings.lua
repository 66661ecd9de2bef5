-- Replaces the settings, if nobody did so before.
-- ARGV  the version they were read at, block, what to call it in the trail ('settings', or 'dials'
--       where only those are meant), then the settings' fields (name, value, ...)
-- Returns  {'CHANGED', version, entry} | {'STALE', version} | {'REFUSED', why} | {'UNKNOWN'} |
--          {'STRANGER'}
local fields, why = open('version', 'paused', 'drawnAt', 'start', 'roundLength',
  'laneNames')
if not fields then return {why} end
if fields.version ~= ARGV[1] then return {'STALE', tonumber(fields.version)} end
local wanted = {}
for i = 4, #ARGV, 2 do wanted[ARGV[i]] = ARGV[i + 1] end
local drawn = fields.entrants ~= ''
if drawn and wanted.start ~= fields.start then
  return {'REFUSED', 'start: the draw has been made'}
end
if drawn and wanted.mode ~= fields.mode and wanted.mode == 'random-rounds' then
  return {'REFUSED', 'mode: the draw has been made'}
end
if drawn and fields.mode == 'random-rounds' and wanted.roundLength ~= fields.roundLength then
  return {'REFUSED', 'roundLength: the first round has been drawn'}
end
local lanes = tonumber(fields.lanes)
if tonumber(wanted.lanes) < lanes then
  return {'REFUSED', 'lanes: none can be taken away'}
end
local function somebody_joined()
  for lane = 0, lanes - 1 do
    if redis.call('HGET', key, of('arrivals', lane)) ~= '0' then return true end
  end
  return false
end
-- Tickets carry the lane's number, and a gateway may not have seen the last joins.
local names = fields.laneNames or ''
if string.sub(wanted.laneNames, 1, #names) ~= names and somebody_joined() then
  return {'REFUSED', 'lanes: somebody has joined, so none can be renamed, removed or moved'}
end
local function same(one, other)
  if type(one) ~= 'table' or type(other) ~= 'table' then return one == other end
  for name, value in pairs(one) do if not same(value, other[name]) then return false end end
  for name in pairs(other) do if one[name] == nil then return false end end
  return true
end

-- Which dials were turned, and which other fields were changed.
local function tell_changes(before, after)
  local from, to, others = {}, {}, {}
  for dial, value in pairs(after.dials) do
    if before.dials[dial] ~= value then
      from[dial], to[dial] = before.dials[dial], value
    end
  end
  for name, value in pairs(after) do
    if name ~= 'dials' and not same(value, before[name]) then others[#others + 1] = name end
  end
  table.sort(others)
  if next(to) then tell('dials-changed', now, {from = from, to = to}) end
  if #others > 0 then tell('settings-changed', now, {fields = others}) end
end

local settings = redis.call('HGET', key, 'settings')

-- Word for word, in the order in which they were written. In a text the quotes would be escaped.
local function noted(document)
  return ARGV[3] == 'dials' and string.match(document, '"dials":(%b{})') or document
end
local entry = note(ARGV[3], noted(settings), noted(wanted.settings))
tell_changes(cjson.decode(settings), cjson.decode(wanted.settings))
redis.call('HSET', key, unpack(ARGV, 4))
for lane = lanes, tonumber(wanted.lanes) - 1 do
  begin_lane(lane, tonumber(ARGV[2]))
  -- Who comes to a lane that was opened after the draw stands by time.
  if drawn then redis.call('HSET', key, of('entrants', lane), '0') end
end
if not drawn then redis.call('HSET', key, 'onSaleAt', on_sale_at(wanted.start)) end
set_rate(fields, wanted.rate, fields.paused == '1')
local version = redis.call('HINCRBY', key, 'version', 1)
tell_due(read(TELLS))
changed()
return {'CHANGED', version, entry}
