-- What a gateway knows of an event for the next second; and who ticks it.
-- ARGV  gateway, known (1 when this gateway keeps the event in its state), present here (fans),
--       the settings it has (epoch:version), the last `over` number it has, fit (1 when this
--       gateway can tick: its draw key is the event's, and its disk takes what it must keep),
--       what it has seen of the backend ('' when nothing), how many rounds it knows, the newest of
--       them
-- Returns  {'OK', holder, fields, lanes, over, present, reports, rounds, pace}
--          fields: name, value, ...; of each lane: unsettled (cutoffTo, calledAt, fans, came, ...)
--          and recent ('fans:came', ...); over: '<lane>.<position>:<expires>', ...; present: over
--          all gateways; reports: what each gateway has seen of the backend; rounds: those it does
--          not know; pace: 'running time:cutoff of each lane', oldest first
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

local fields, why = open('version', 'dialsVersion', 'commitment', 'closesAt', 'drawnAt',
  'tick', 'tickAt', 'limit', 'paused', 'pauseReason', 'pauseReasons', 'message', 'overSeq', 'cap',
  'earlier', 'round', 'rampAt', 'rampBase', 'throttle', 'soldOut', 'stock', 'effective', 'told', 'noted')

-- A gateway that has just seen the event finds that the store has lost it, or is another one. Of an
-- event that nobody knows nothing is written: anybody could invent its id.
local function tell_lost()
  local name, home = key .. ':restoring', run_id()
  if ARGV[4] ~= '-' and redis.call('GET', name) ~= home then
    redis.call('SET', name, home)
    tell('restoring', now)
  end
end
if not fields then tell_lost() end
if not fields then return {why, ARGV[2] == '1' and lease() or 0} end
tell_due(fields)
for _, name in ipairs({'noted', 'message', 'pauseReason', 'pauseReasons'}) do
  fields[name] = fields[name] or '' -- A store from before has not all of them.
end
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

local clock_running = running(fields)
local flat = {'now', int(now), 'running', int(clock_running), 'active', int(active_sessions()),
  'admitted', int(redis.call('ZCARD', key .. ':admitted'))}
local function add(name, value)
  flat[#flat + 1] = name
  flat[#flat + 1] = value
end

-- The end of the longest prefix of the call log whose turns have all ended.
local function ended_to(calls, lapsed)
  local to_lapse = lapsed
  for _, member in ipairs(redis.call('ZRANGE', calls, 0, 99)) do
    local to, _, ends = call_row(member)
    if ends > clock_running then break end
    to_lapse = to
  end
  return to_lapse
end

local function unsettled_rows(lane, settled)
  local rows, from = {}, settled
  local open_rows = redis.call('ZRANGEBYSCORE', part('calls', lane), '(' .. int(settled), '+inf')
  for _, member in ipairs(open_rows) do
    local to, at, _, fans = call_row(member)
    for _, value in ipairs({to, at, fans, came(lane, from, to)}) do rows[#rows + 1] = value end
    from = to
  end
  return rows
end

local LANE = {'arrivals', 'entrants', 'cutoff', 'settled', 'lapsed', 'credit', 'reservedNext',
  'block', 'gaps'}
local lanes = {}
for lane = 0, tonumber(fields.lanes) - 1 do
  local names = {}
  for i, name in ipairs(LANE) do names[i] = of(name, lane) end
  local values = read(names)
  for _, name in ipairs(names) do
    fields[name] = nil
    add(name, values[name])
  end
  add(of('endedTo', lane), int(ended_to(part('calls', lane), tonumber(values[names[5]]))))
  add(of('door', lane), int(redis.call('ZCARD', part('door', lane))))
  lanes[lane + 1] = {unsettled_rows(lane, tonumber(values[names[4]])),
    redis.call('LRANGE', part('recent', lane), 0, -1)}
end
for name, value in pairs(fields) do add(name, value) end
if fields.epoch .. ':' .. fields.version ~= ARGV[4] then
  add('settings', redis.call('HGET', key, 'settings'))
end

-- What each gateway says beside, for as long as it goes on saying it.
local function said_by_all(name, mine)
  local hash, said = key .. ':' .. name, {}
  redis.call('HSET', hash, ARGV[1], int(now) .. ':' .. mine)
  redis.call('PEXPIRE', hash, 60000)
  local all = redis.call('HGETALL', hash)
  for i = 1, #all, 2 do
    local at, text = string.match(all[i + 1], '^(%d+):(.*)$')
    if not at or tonumber(at) < now - 5000 then redis.call('HDEL', hash, all[i])
    else said[#said + 1] = text end
  end
  return said
end
local present = 0
for _, count in ipairs(said_by_all('present', ARGV[3])) do
  present = present + (tonumber(count) or 0)
end

-- One that knows other rounds than there are, from before a restore, gets all of them.
local rounds_from = tonumber(ARGV[8])
if rounds_from > 0 and redis.call('LINDEX', key .. ':rounds', rounds_from - 1) ~= ARGV[9] then
  rounds_from = 0
end
add('roundsFrom', int(rounds_from))

return {'OK', holder, flat, lanes, redis.call('ZRANGEBYSCORE', key .. ':over', '(' .. ARGV[5],
  '+inf'), present, said_by_all('health', ARGV[7]),
  redis.call('LRANGE', key .. ':rounds', rounds_from, -1),
  redis.call('LRANGE', key .. ':pace', 0, -1)}
