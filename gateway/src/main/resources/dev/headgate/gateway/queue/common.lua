-- Stands before every script of the queue.
-- KEYS[1]  the event's hash, hg:{<event>}. The event's other keys are named after it, so that the
--          hash tag puts all of them into one slot.
-- Redis's clock is the only clock of the queue: two gateways a second apart must agree.
local key = KEYS[1]
local clock = redis.call('TIME')
local second = tonumber(clock[1])
local now = second * 1000 + math.floor(tonumber(clock[2]) / 1000)

-- Lua's own conversion keeps 14 digits only.
local function int(number) return string.format('%.0f', number) end

local function read(names)
  local values = redis.call('HMGET', key, unpack(names))
  local fields = {}
  for i, name in ipairs(names) do fields[name] = values[i] or nil end
  return fields
end

local function run_id() return string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') end

local function changed() redis.call('PUBLISH', 'headgate:changes', string.match(key, '{(.*)}')) end

-- Notes the rate that holds from now on; 60 s of it are needed, and the one in force before.
local function note_rate(rate)
  local dials = key .. ':dials'
  redis.call('ZREMRANGEBYSCORE', dials, now, now)
  redis.call('ZADD', dials, now, int(now) .. ':' .. rate)
  local old = redis.call('ZREVRANGEBYSCORE', dials, now - 60000, '-inf', 'WITHSCORES',
    'LIMIT', 0, 1)
  if old[2] then redis.call('ZREMRANGEBYSCORE', dials, '-inf', '(' .. old[2]) end
end

-- N is frozen by the first call at or after the start, whichever script that is.
local function draw_if_due(fields)
  if fields.entrants ~= '' or now < tonumber(fields.onSaleAt) then return end
  redis.call('HSET', key, 'entrants', fields.arrivals, 'drawnAt', int(now), 'tickAt', int(now))
  redis.call('HINCRBY', key, 'tick', 1)
  -- The script that draws answers as one after it would: drawn, and since when.
  fields.entrants, fields.drawnAt = fields.arrivals, int(now)
  if fields.haltedAt == '' then note_rate(fields.rate) end
  changed()
end

local BASE = {'home', 'epoch', 'entrants', 'onSaleAt', 'arrivals', 'rate', 'haltedAt',
  'pausedTotal'}

-- The fields asked for, and those every script needs; or nothing and why.
local function open(...)
  local names = {...}
  for _, name in ipairs(BASE) do names[#names + 1] = name end
  local fields = read(names)
  if not fields.epoch then return nil, 'UNKNOWN' end
  if fields.home ~= run_id() then return nil, 'STRANGER' end
  draw_if_due(fields)
  return fields
end

-- Redis's time less all pauses.
local function running(fields)
  local at = fields.haltedAt == '' and now or tonumber(fields.haltedAt)
  return at - tonumber(fields.pausedTotal)
end

-- Whoever has not tried for 10 s has left the door.
local function tidy_door()
  local tried = key .. ':tried'
  local gone = redis.call('ZRANGEBYSCORE', tried, '-inf', now - 10000, 'LIMIT', 0, 1000)
  while #gone > 0 do
    redis.call('ZREM', key .. ':door', unpack(gone))
    redis.call('ZREM', tried, unpack(gone))
    gone = redis.call('ZRANGEBYSCORE', tried, '-inf', now - 10000, 'LIMIT', 0, 1000)
  end
end

-- How many of the positions [from, to) have come: inside, been inside, or at the door.
local function came(from, to)
  if to <= from then return 0 end
  return redis.call('BITCOUNT', key .. ':claimed:0', from, to - 1, 'BIT')
      + redis.call('ZCOUNT', key .. ':door', from, '(' .. to)
end

-- A row of the call log: cutoffTo, calledAt, turnEndsAt (running time), fans called.
local function call_row(member)
  local to, at, ends, fans = string.match(member, '^(%d+):(%d+):(%d+):(%d+)$')
  return tonumber(to), tonumber(at), tonumber(ends), tonumber(fans)
end

-- A slot counts until its token's end plus the leeway of 10 s.
local function active_sessions()
  return redis.call('ZCOUNT', key .. ':active', '(' .. (second - 10), '+inf')
end

-- A changed dial or pause: moves running time, the log of rates, and voids the tick in flight.
local function set_rate(fields, rate, paused)
  local halted = paused or tonumber(rate) == 0
  if halted and fields.haltedAt == '' then
    redis.call('HSET', key, 'haltedAt', int(now))
  elseif not halted and fields.haltedAt ~= '' then
    redis.call('HINCRBY', key, 'pausedTotal', int(now - tonumber(fields.haltedAt)))
    redis.call('HSET', key, 'haltedAt', '')
  end
  if fields.entrants ~= '' then note_rate(halted and 0 or rate) end
  redis.call('HSET', key, 'rate', rate, 'paused', paused and '1' or '0', 'tickAt', int(now))
  redis.call('HINCRBY', key, 'dialsVersion', 1)
end
