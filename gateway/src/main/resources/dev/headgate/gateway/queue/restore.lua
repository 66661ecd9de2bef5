-- Rebuilds an event that this Redis lost, or knows only from an old file, from a gateway's state.
-- ARGV  epoch, known arrivals, reserved, block, cutoff, lapsed, gaps ('from-to,...'), dialsVersion,
--       then fields (name, value, ...): the settings, version, commitment, entrants, drawnAt,
--       paused, ...
-- Returns  {'RESTORED', arrivals} | {'NEWER'} when Redis holds a later life | {'HOME'} when it is
--          no stranger any more
local fields = read({'home', 'epoch', 'arrivals', 'reserved', 'reservedNext', 'cutoff', 'lapsed',
  'gaps', 'entrants', 'drawnAt', 'version', 'dialsVersion', 'tick', 'pausedTotal', 'haltedAt'})
if fields.home == run_id() then return {'HOME'} end
if fields.epoch and tonumber(fields.epoch) > tonumber(ARGV[1]) then return {'NEWER'} end

-- What an old life left behind belongs to nobody.
if fields.epoch ~= ARGV[1] then
  for _, part in ipairs({':calls', ':claimed:0', ':active', ':started', ':door', ':tried',
      ':admitted', ':dials', ':recent', ':over', ':overends', ':present'}) do
    redis.call('DEL', key .. part)
  end
  redis.call('DEL', key)
  fields = {}
end

local function most(name, other) return math.max(tonumber(fields[name] or '0'), tonumber(other)) end
local block = tonumber(ARGV[4])
local bound = math.max(most('reserved', ARGV[3]), most('reservedNext', ARGV[3]))
local known = most('arrivals', ARGV[2])
local arrivals = bound + 5 * block
local cutoff, lapsed = most('cutoff', ARGV[5]), most('lapsed', ARGV[6])
-- Gaps are only ever added: the longer list holds the other.
local gaps = fields.gaps or ''
if #ARGV[7] > #gaps then gaps = ARGV[7] end
gaps = (gaps ~= '' and gaps .. ',' or '') .. int(known) .. '-' .. int(arrivals)
local skipped = 0
for from, to in string.gmatch(gaps, '(%d+)-(%d+)') do skipped = skipped + to - from end

-- A gateway that nobody asked for long remembers old dials, perhaps from before a pause: what the
-- store's own file says later stands.
if tonumber(fields.dialsVersion or '0') <= tonumber(ARGV[8]) then
  redis.call('HSET', key, 'pauseReason', '', 'message', '', 'haltedAt', '', unpack(ARGV, 9))
end
-- N is set once: what Redis froze stands, should the gateway not have heard of it.
if fields.entrants and fields.entrants ~= '' then
  redis.call('HSET', key, 'entrants', fields.entrants, 'drawnAt', fields.drawnAt)
end
local paused = redis.call('HGET', key, 'paused') == '1'
redis.call('HSET', key, 'epoch', ARGV[1], 'home', run_id(), 'arrivals', int(arrivals),
  'reserved', int(arrivals + block), 'reservedNext', int(arrivals + 2 * block),
  'reservedAt', int(now), 'block', int(block), 'gaps', gaps, 'skipped', int(skipped),
  'cutoff', int(cutoff), 'settled', int(cutoff), 'lapsed', int(lapsed), 'credit', '0',
  'tick', int(most('tick', 0) + 1), 'dialsVersion', int(most('dialsVersion', ARGV[8]) + 1),
  'tickAt', int(now), 'limit', 'NOT_DRAWN', 'overSeq', int(now),
  'pausedTotal', fields.pausedTotal or '0', 'haltedAt', fields.haltedAt or '')
-- Whoever was called and has not come gets a whole turn again; rows that survived keep theirs.
local turn = tonumber(redis.call('HGET', key, 'turnWindow'))
if cutoff > lapsed and redis.call('ZCOUNT', key .. ':calls', cutoff, '+inf') == 0 then
  local at = now - tonumber(fields.pausedTotal or '0')
  redis.call('ZADD', key .. ':calls', cutoff,
    int(cutoff) .. ':' .. int(at) .. ':' .. int(at + turn) .. ':0')
end
-- The last minute's admissions may be lost, so the time before counts as dial 0: the hard limit
-- then starts from two seconds' worth, as after a pause.
redis.call('DEL', key .. ':dials')
redis.call('ZADD', key .. ':dials', 0, '0:0')
local now_fields = read({'entrants', 'rate', 'haltedAt', 'pausedTotal'})
set_rate(now_fields, now_fields.rate, paused)
changed()
return {'RESTORED', arrivals}
