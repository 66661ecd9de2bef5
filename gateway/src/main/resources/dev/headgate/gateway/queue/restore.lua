-- Rebuilds an event that this Redis lost, or knows only from an old file, from a gateway's state.
-- ARGV  epoch, dialsVersion, how many lanes, the rounds that were closed ('' or
--       '<round>:<end>:<when>,...'), of each lane: known arrivals, reserved, block, cutoff,
--       lapsed, gaps ('from-to,...'), entrants; then fields (name, value, ...): the settings,
--       version, commitment, drawnAt, paused, ...
-- Returns  {'RESTORED', arrivals} | {'NEWER'} when Redis holds a later life | {'HOME'} when it is
--          no stranger any more
local FIRST, EACH = 5, 7
local lanes = tonumber(ARGV[3])
local fields = read({'home', 'epoch', 'drawnAt', 'dialsVersion', 'tick', 'pausedTotal', 'haltedAt',
  'lanes'})
if fields.home == run_id() then return {'HOME'} end
if fields.epoch and tonumber(fields.epoch) > tonumber(ARGV[1]) then return {'NEWER'} end

-- What an old life left behind belongs to nobody.
if fields.epoch ~= ARGV[1] then
  forget_all(math.max(lanes, tonumber(fields.lanes or '1')))
  redis.call('DEL', key)
  fields = {}
end

-- A gateway that nobody asked for long remembers old dials, perhaps from before a pause: what the
-- store's own file says later stands.
if tonumber(fields.dialsVersion or '0') <= tonumber(ARGV[2]) then
  redis.call('HSET', key, 'pauseReason', '', 'message', '', 'haltedAt', '',
    unpack(ARGV, FIRST + lanes * EACH))
end
-- The draw is made once: what Redis froze stands, should the gateway not have heard of it.
if fields.drawnAt and fields.drawnAt ~= '' then
  redis.call('HSET', key, 'drawnAt', fields.drawnAt)
end
local turn = tonumber(redis.call('HGET', key, 'turnWindow'))
local running_now = now - tonumber(fields.pausedTotal or '0')

local function restore_lane(lane)
  local at = FIRST + lane * EACH
  local had = {}
  for _, name in ipairs({'arrivals', 'reserved', 'reservedNext', 'cutoff', 'lapsed', 'gaps',
      'entrants'}) do
    had[name] = redis.call('HGET', key, of(name, lane)) or nil
  end
  local function most(name, other)
    return math.max(tonumber(had[name] or '0'), tonumber(other))
  end
  local block = tonumber(ARGV[at + 2])
  local bound = math.max(most('reserved', ARGV[at + 1]), most('reservedNext', ARGV[at + 1]))
  local known, arrivals = most('arrivals', ARGV[at]), bound + 5 * block
  local cutoff, lapsed = most('cutoff', ARGV[at + 3]), most('lapsed', ARGV[at + 4])
  -- Gaps are only ever added: the longer list holds the other.
  local gaps = had.gaps or ''
  if #ARGV[at + 5] > #gaps then gaps = ARGV[at + 5] end
  gaps = (gaps ~= '' and gaps .. ',' or '') .. int(known) .. '-' .. int(arrivals)
  local skipped = 0
  for from, to in string.gmatch(gaps, '(%d+)-(%d+)') do skipped = skipped + to - from end
  local entrants = had.entrants
  if not entrants or entrants == '' or (ARGV[4] ~= '' and tonumber(entrants) < tonumber(
      ARGV[at + 6] ~= '' and ARGV[at + 6] or '0')) then
    entrants = ARGV[at + 6]
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
for round in string.gmatch(ARGV[4], '[^,]+') do rounds[#rounds + 1] = round end
if #rounds > redis.call('LLEN', key .. ':rounds') then
  redis.call('DEL', key .. ':rounds')
  redis.call('RPUSH', key .. ':rounds', unpack(rounds))
end

local paused = redis.call('HGET', key, 'paused') == '1'
redis.call('HSET', key, 'epoch', ARGV[1], 'home', run_id(), 'lanes', int(lanes),
  'tick', int(tonumber(fields.tick or '0') + 1),
  'dialsVersion', int(math.max(tonumber(fields.dialsVersion or '0'), tonumber(ARGV[2])) + 1),
  'tickAt', int(now), 'limit', 'NOT_DRAWN', 'overSeq', int(now), 'throttle', '', 'stock', '',
  'soldOut', '0', 'rampAt', int(now), 'rampBase', '0', 'pausedTotal', fields.pausedTotal or '0',
  'haltedAt', fields.haltedAt or '')
-- The last minute's admissions may be lost, so the time before counts as dial 0: the hard limit
-- then starts from two seconds' worth, as after a pause.
redis.call('DEL', key .. ':dials')
redis.call('ZADD', key .. ':dials', 0, '0:0')
local now_fields = read({'entrants', 'rate', 'haltedAt', 'pausedTotal', 'mode', 'onSaleAt',
  'roundLength'})
-- Should nobody have seen the first round close: the open one ends when it would have.
if now_fields.mode == 'random-rounds' and now_fields.entrants ~= ''
  and redis.call('HGET', key, 'roundClosesAt') == '' then
  local newest = redis.call('LINDEX', key .. ':rounds', -1)
  local open = newest and tonumber(string.match(newest, '^%d+')) + 1 or 1
  redis.call('HSET', key, 'round', int(open), 'roundClosesAt',
    int(tonumber(now_fields.onSaleAt) + open * tonumber(now_fields.roundLength)))
end
set_rate(now_fields, now_fields.rate, paused)
changed()
return {'RESTORED', arrivals}
