-- Shows a message to everyone waiting who reads its language, or takes it away.
-- ARGV  text ('' to take it away), language ('' to take away those of all)
-- Returns  {'CHANGED', version, entry} | {'REFUSED', why} | {'UNKNOWN'} | {'STRANGER'}
local MOST = 20
local fields, why = open('version', 'message')
if not fields then return {why} end

local told = (fields.message or '') == '' and {} or cjson.decode(fields.message)
if told.text then told = {told} end -- From when there was one for all languages.

local function written()
  local all = {}
  for i, message in ipairs(told) do
    all[i] = '{"text":' .. cjson.encode(message.text) .. ',"lang":' .. cjson.encode(message.lang)
      .. ',"at":' .. written_time(message.at) .. '}'
  end
  return '[' .. table.concat(all, ',') .. ']'
end
local from, place, same = written(), #told + 1, false
for i, message in ipairs(told) do
  if string.lower(message.lang) == string.lower(ARGV[2]) then place = i end
end
if ARGV[2] == '' then
  same, told = #told == 0, {}
elseif ARGV[1] == '' then
  same = not told[place]
  table.remove(told, place)
elseif place > MOST then
  return {'REFUSED', 'there are messages in ' .. MOST .. ' languages'}
else
  same = told[place] and told[place].text == ARGV[1] and told[place].lang == ARGV[2]
  told[place] = {text = ARGV[1], lang = ARGV[2], at = now}
end
local to = ARGV[2] == '' and 'null' or cjson.encode(ARGV[2])
if ARGV[1] ~= '' then to = '{"text":' .. cjson.encode(ARGV[1]) .. ',"lang":' .. to .. '}' end
local entry = note('message', from, to)
if not same then
  tell('message-changed', now, {lang = ARGV[2] ~= '' and ARGV[2] or cjson.null,
    text = ARGV[1] ~= '' and ARGV[1] or cjson.null})
end
redis.call('HSET', key, 'message', #told == 0 and '' or cjson.encode(told))
changed()
return {'CHANGED', tonumber(fields.version), entry}
