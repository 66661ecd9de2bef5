-- Stands before every script that adds to an event's audit trail.
-- The trail, hg:{<event>}:audit, is a sorted set of lines of JSON. They begin with their ids, and so
-- sort by them. An id that the store gives is later than each that it gave before, even if its clock
-- was set back meanwhile, and its number is below MADE. Those of entries that gateways made while
-- the store was away are not: they put nothing off, though such a gateway's clock be years ahead.
local MADE = 500000
local INDEX = 'headgate:{audit}:index'

-- A time in milliseconds as JSON has it: the date by the algorithm of Howard Hinnant.
local function written_time(millis)
  local days = math.floor(millis / 86400000)
  local rest = millis - days * 86400000
  local era = math.floor((days + 719468) / 146097)
  local of_era = days + 719468 - era * 146097
  local year = math.floor((of_era - math.floor(of_era / 1460) + math.floor(of_era / 36524)
    - math.floor(of_era / 146096)) / 365)
  local of_year = of_era - (365 * year + math.floor(year / 4) - math.floor(year / 100))
  local month = math.floor((5 * of_year + 2) / 153)
  local day = of_year - math.floor((153 * month + 2) / 5) + 1
  local turned = month >= 10 and 1 or 0
  return string.format('"%04.0f-%02.0f-%02.0fT%02.0f:%02.0f:%02.0f.%03.0fZ"',
    year + era * 400 + turned, month + 3 - 12 * turned, day, math.floor(rest / 3600000),
    math.floor(rest / 60000) % 60, math.floor(rest / 1000) % 60, rest % 1000)
end

local function id_of(line) return string.match(line, '^{"id":"(%d+%-%d+)"') end

-- The id that the store gave last, as far as the trail tells; '' where it gave none.
local function last_given(trail)
  local from, many = 0, 1
  while true do
    local lines = redis.call('ZREVRANGE', trail, from, from + many - 1)
    for _, line in ipairs(lines) do
      local id = id_of(line)
      if id and tonumber(string.sub(id, -6)) < MADE then return id end
    end
    if #lines < many then return '' end
    from, many = from + many, 100
  end
end

-- `noted` in the event's hash outlives the trail: gateways restore it with the event.
local function next_id(trail, hash, now)
  local last, noted = last_given(trail), redis.call('HGET', hash, 'noted')
  if noted and noted > last then last = noted end
  local millis, number = now, 0
  local at, of = string.match(last, '^(%d+)%-(%d+)$')
  if at and tonumber(at) >= now then millis, number = tonumber(at), tonumber(of) + 1 end
  if number >= MADE then millis, number = millis + 1, 0 end
  return string.format('%013.0f-%06.0f', millis, number)
end

-- Says that a trail has grown, under a number higher than each before.
local function index_trail(trail, now)
  local newest = redis.pcall('ZREVRANGE', INDEX, 0, 0, 'WITHSCORES')
  local last = tonumber(newest[2] or '0')
  redis.pcall('ZADD', INDEX, string.format('%.0f', math.max(now, last + 1)),
    string.match(trail, '{(.*)}'))
end

-- Adds an entry, of which `rest` is what follows its id and time, and returns its line.
local function add_entry(trail, hash, now, rest)
  local id = next_id(trail, hash, now)
  local line = '{"id":"' .. id .. '","at":' .. written_time(now) .. ',' .. rest
  redis.call('ZADD', trail, 0, line)
  -- A hash that is not there must not be begun: it would be taken for the event.
  if redis.call('EXISTS', hash) == 1 then redis.call('HSET', hash, 'noted', id) end
  index_trail(trail, now)
  return line
end

