-- What a gateway knows of an event for the next second; and who ticks it.
-- ARGV  gateway, known (1 when this gateway keeps the event in its state), present here (fans),
--       the settings it has (epoch:version), the last `over` number it has, fit (1 when this
--       gateway can tick: its draw key is the event's, and its disk takes what it must keep)
-- Returns  {'OK', holder, fields, unsettled, recent, over, peers' present}
--          fields: name, value, ...; unsettled: cutoffTo, calledAt, fans, came, ...;
--          recent: 'fans:came', ...; over: '<lane>.<position>:<expires>', ...
--          {'UNKNOWN', holder} | {'STRANGER', holder}

-- The lease only saves work: what a holder does is checked again by `advance`.
local function lease()
  local name = key .. ':lease'
  -- One that cannot tick must not keep those that can from it.
  if ARGV[6] ~= '1' then
    if redis.call('GET', name) == ARGV[1] then redis.call('DEL', name) end
    return 0
  end
  if redis.call('SET', name, ARGV[1], 'PX', 2000, 'NX') then return 1 end
  if redis.call('GET', name) ~= ARGV[1] then return 0 end
  redis.call('PEXPIRE', name, 2000)
  return 1
end

local fields, why = open('version', 'dialsVersion', 'commitment', 'opensAt', 'closesAt', 'drawnAt',
  'cutoff', 'settled', 'lapsed', 'credit', 'tick', 'tickAt', 'limit', 'paused', 'pauseReason',
  'message', 'reserved', 'reservedNext', 'block', 'gaps', 'overSeq', 'cap')
if not fields then return {why, ARGV[2] == '1' and lease() or 0} end
local holder = lease()

-- More a second than the largest dial lets in, and not all that an outage left behind at once.
local function sweep_ended(ends, beside)
  for _ = 1, 20 do
    local gone = redis.call('ZRANGEBYSCORE', ends, '-inf', second - 10, 'LIMIT', 0, 1000)
    if #gone == 0 then return end
    redis.call('ZREM', ends, unpack(gone))
    redis.call('ZREM', beside, unpack(gone))
  end
end

-- Expired sessions stop counting by themselves; their members are swept by whoever ticks.
local function sweep()
  sweep_ended(key .. ':active', key .. ':started')
  sweep_ended(key .. ':overends', key .. ':over')
end
if holder == 1 then sweep() end
tidy_door()
redis.call('ZREMRANGEBYSCORE', key .. ':admitted', '-inf', now - 60000)

-- The longest prefix of the call log whose turns have all ended.
local clock_running = running(fields)
local ended_to = tonumber(fields.lapsed)
for _, member in ipairs(redis.call('ZRANGE', key .. ':calls', 0, 99)) do
  local to, _, ends = call_row(member)
  if ends > clock_running then break end
  ended_to = to
end

local unsettled, from = {}, tonumber(fields.settled)
local open_rows = redis.call('ZRANGEBYSCORE', key .. ':calls', '(' .. fields.settled, '+inf')
for _, member in ipairs(open_rows) do
  local to, at, _, fans = call_row(member)
  unsettled[#unsettled + 1] = to
  unsettled[#unsettled + 1] = at
  unsettled[#unsettled + 1] = fans
  unsettled[#unsettled + 1] = came(from, to)
  from = to
end

local function present()
  local name, total = key .. ':present', 0
  redis.call('HSET', name, ARGV[1], int(now) .. ':' .. ARGV[3])
  redis.call('PEXPIRE', name, 60000)
  local all = redis.call('HGETALL', name)
  for i = 1, #all, 2 do
    local at, count = string.match(all[i + 1], '^(%d+):(%d+)$')
    if tonumber(at) < now - 5000 then redis.call('HDEL', name, all[i])
    else total = total + tonumber(count) end
  end
  return total
end

local flat = {'now', int(now), 'running', int(clock_running), 'endedTo', int(ended_to),
  'active', int(active_sessions()), 'door', int(redis.call('ZCARD', key .. ':door')),
  'admitted', int(redis.call('ZCARD', key .. ':admitted'))}
for name, value in pairs(fields) do
  flat[#flat + 1] = name
  flat[#flat + 1] = value
end
if fields.epoch .. ':' .. fields.version ~= ARGV[4] then
  flat[#flat + 1] = 'settings'
  flat[#flat + 1] = redis.call('HGET', key, 'settings')
end
return {'OK', holder, flat, unsettled, redis.call('LRANGE', key .. ':recent', 0, -1),
  redis.call('ZRANGEBYSCORE', key .. ':over', '(' .. ARGV[5], '+inf'), present()}
