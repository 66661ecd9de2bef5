-- Rebuilds an event that this Redis lost, or knows only from an old file, from a gateway's state.
-- ARGV  epoch, dialsVersion, how many lanes, the rounds that were closed ('' or
--       '<round>:<end>:<when>,...'), of each lane: known arrivals, reserved, block, cutoff,
--       lapsed, gaps ('from-to,...'), entrants; then fields (name, value, ...): the settings,
--       version, commitment, drawnAt, paused, ... A gateway that knows nothing of the event sends
--       epoch 0 and no lanes.
-- Returns  {'RESTORED', arrivals} | {'UNKNOWN'} when neither knows it | {'HOME'} when it is no
--          stranger any more
local FIRST, EACH = 5, 7
local fields = read({'home', 'epoch', 'drawnAt', 'dialsVersion', 'tick', 'pausedTotal', 'haltedAt',
  'lanes', 'version', 'onSaleAt', 'round', 'roundClosesAt', 'noted'})
local WORDS = {'pauseReason', 'pauseReasons', 'message'}
local words, noted = read(WORDS), fields.noted or ''
if fields.home == run_id() then return {'HOME'} end
if not fields.epoch and ARGV[1] == '0' then return {'UNKNOWN'} end
-- A life that began later, of which only the store's own file tells, is the event's.
local later = fields.epoch and tonumber(fields.epoch) > tonumber(ARGV[1])
local told_lanes = later and 0 or tonumber(ARGV[3])
local told_rounds = later and '' or ARGV[4]

-- What an old life left behind belongs to nobody.
if not later and fields.epoch ~= ARGV[1] then
  forget_all(math.max(told_lanes, tonumber(fields.lanes or '1')))
  redis.call('DEL', key)
  fields, words = {epoch = ARGV[1]}, {}
end
local lanes = math.max(told_lanes, tonumber(fields.lanes or '1'))

local told = {}
if not later then
  for i = FIRST + told_lanes * EACH, #ARGV, 2 do told[ARGV[i]] = ARGV[i + 1] end
end

-- A gateway that nobody asked for long remembers old dials, perhaps from before a pause, an end or
-- a lane: what the store's own file says later stands.
local newer = later or tonumber(fields.dialsVersion or '0') > tonumber(ARGV[2])
  or tonumber(fields.version or '0') > tonumber(told.version)
if not newer then
  redis.call('HSET', key, 'haltedAt', '', unpack(ARGV, FIRST + told_lanes * EACH))
end
-- What people are told has no version: whoever knows of the later change knows it. The ids of the
-- audit trail go on behind that.
if (told.noted or '') > noted then words, noted = told, told.noted end
redis.call('HSET', key, 'noted', noted)
for _, name in ipairs(WORDS) do redis.call('HSET', key, name, words[name] or '') end

-- The draw is made once, and a round closed once: what Redis froze stands, should the gateway not
-- have heard of it, and the other way round.
local function keep_drawn(from, names)
  for _, name in ipairs(names) do redis.call('HSET', key, name, from[name]) end
end
local had_drawn, told_drawn = (fields.drawnAt or '') ~= '', (told.drawnAt or '') ~= ''
if had_drawn then
  keep_drawn(fields, {'drawnAt', 'onSaleAt'})
elseif told_drawn then
  keep_drawn(told, {'drawnAt', 'onSaleAt'})
end
if had_drawn and (not told_drawn or tonumber(fields.round) > (tonumber(told.round) or 0)) then
  keep_drawn(fields, {'round', 'roundClosesAt'})
elseif told_drawn then
  keep_drawn(told, {'round', 'roundClosesAt'})
end
local turn = tonumber(redis.call('HGET', key, 'turnWindow'))
local running_now = now - tonumber(fields.pausedTotal or '0')

-- What the gateway tells of a lane, in the order of the arguments.
local function told_of(lane, block)
  if lane >= told_lanes then return {'0', '0', block, '0', '0', '', ''} end
  return {unpack(ARGV, FIRST + lane * EACH, FIRST + lane * EACH + EACH - 1)}
end

local function restore_lane(lane)
  local had = {}
  for _, name in ipairs({'arrivals', 'reserved', 'reservedNext', 'cutoff', 'lapsed', 'gaps',
      'entrants', 'block'}) do
    had[name] = redis.call('HGET', key, of(name, lane)) or nil
  end
  local tells = told_of(lane, had.block)
  local function most(name, other)
    return math.max(tonumber(had[name] or '0'), tonumber(other))
  end
  local block = tonumber(tells[3])
  local bound = math.max(most('reserved', tells[2]), most('reservedNext', tells[2]))
  local known, arrivals = most('arrivals', tells[1]), bound + 5 * block
  local cutoff, lapsed = most('cutoff', tells[4]), most('lapsed', tells[5])
  -- Gaps are only ever added: the longer list holds the other.
  local gaps = had.gaps or ''
  if #tells[6] > #gaps then gaps = tells[6] end
  gaps = (gaps ~= '' and gaps .. ',' or '') .. int(known) .. '-' .. int(arrivals)
  local skipped = 0
  for from, to in string.gmatch(gaps, '(%d+)-(%d+)') do skipped = skipped + to - from end
  local entrants = had.entrants or ''
  local in_rounds = told_rounds ~= '' and lane == 0
  if entrants == '' or (in_rounds and tonumber(entrants) < tonumber(tells[7] ~= '' and tells[7]
      or '0')) then
    entrants = tells[7]
  end
  redis.call('HSET', key, of('arrivals', lane), int(arrivals), of('reserved', lane),
    int(arrivals + block), of('reservedNext', lane), int(arrivals + 2 * block),
    of('reservedAt', lane), int(now), of('block', lane), int(block), of('gaps', lane), gaps,
    of('skipped', lane), int(skipped), of('cutoff', lane), int(cutoff), of('settled', lane),
    int(cutoff), of('lapsed', lane), int(lapsed), of('credit', lane), '0', of('entrants', lane),
    entrants)
  -- Whoever was called and has not come gets a whole turn again; rows that survived keep theirs.
  if cutoff > lapsed and redis.call('ZCOUNT', part('calls', lane), cutoff, '+inf') == 0 then
    note_call(lane, cutoff, running_now, running_now + turn, 0)
  end
  return arrivals
end
local arrivals = restore_lane(0)
for lane = 1, lanes - 1 do restore_lane(lane) end

-- Rounds are only ever added, and closed once: the longer list holds the other.
local rounds = {}
for round in string.gmatch(told_rounds, '[^,]+') do rounds[#rounds + 1] = round end
if #rounds > redis.call('LLEN', key .. ':rounds') then
  redis.call('DEL', key .. ':rounds')
  for _, round in ipairs(rounds) do redis.call('RPUSH', key .. ':rounds', round) end
end

local paused = redis.call('HGET', key, 'paused') == '1'
redis.call('HSET', key, 'epoch', fields.epoch, 'home', run_id(), 'lanes', int(lanes),
  'tick', int(tonumber(fields.tick or '0') + 1),
  'dialsVersion', int(math.max(tonumber(fields.dialsVersion or '0'), tonumber(ARGV[2])) + 1),
  'tickAt', int(now), 'limit', 'NOT_DRAWN', 'overSeq', int(now), 'throttle', '', 'throttled', '', 'stock', '',
  'soldOut', '0', 'effective', '', 'rampAt', int(now), 'rampBase', '0',
  'pausedTotal', fields.pausedTotal or '0', 'haltedAt', fields.haltedAt or '',
  'challengesFrom', int(now))
-- The last minute's admissions may be lost, so the time before counts as dial 0: the hard limit
-- then starts from two seconds' worth, as after a pause.
redis.call('DEL', key .. ':dials')
redis.call('ZADD', key .. ':dials', 0, '0:0')
local now_fields = read({'entrants', 'rate', 'haltedAt', 'pausedTotal', 'mode', 'onSaleAt',
  'roundLength', 'roundClosesAt'})
-- Should nobody have seen the first round close: the open one ends when it would have.
if now_fields.mode == 'random-rounds' and now_fields.entrants ~= ''
  and now_fields.roundClosesAt == '' then
  local newest = redis.call('LINDEX', key .. ':rounds', -1)
  local open = newest and tonumber(string.match(newest, '^%d+')) + 1 or 1
  redis.call('HSET', key, 'round', int(open), 'roundClosesAt',
    int(tonumber(now_fields.onSaleAt) + open * tonumber(now_fields.roundLength)))
end
set_rate(now_fields, now_fields.rate, paused)
redis.call('DEL', key .. ':restoring')
tell('restored', now)
changed()
return {'RESTORED', arrivals}
