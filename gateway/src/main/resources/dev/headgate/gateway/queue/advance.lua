-- Moves the queue by one tick, only if nothing that the decision rests on has changed since.
-- ARGV  epoch, tick, dialsVersion, snapshotTime (ms), limit, throttle, stock ('free:pending' or
--       ''), soldOut, effective (what all of these leave of the dial), then of each lane:
--       cutoffTo, fans called, settledTo, lapsedTo, creditDelta; last, where the throttle lowers the
--       rate, why
-- Returns  {'OK'} | {'MOVED'} when it does not apply | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('tick', 'dialsVersion', 'turnWindow', 'tickAt', 'soldOut',
  'throttled', 'effective')
if not fields then return {why} end
local FIRST, EACH = 10, 5
local lanes = tonumber(fields.lanes)
local throttled = ARGV[FIRST + lanes * EACH] or ''

-- lapsed <= settled <= cutoff <= arrivals, none of them ever back: no other state can be written.
local function move_of(lane)
  local at = FIRST + lane * EACH
  local values = redis.call('HMGET', key, of('cutoff', lane), of('settled', lane),
    of('lapsed', lane), of('arrivals', lane), of('entrants', lane))
  local move = {cutoff = tonumber(values[1]), settled = tonumber(values[2]),
    lapsed = tonumber(values[3]), to = tonumber(ARGV[at]), fans = ARGV[at + 1],
    settled_to = tonumber(ARGV[at + 2]), lapsed_to = tonumber(ARGV[at + 3]),
    credit = ARGV[at + 4]}
  -- Who was called as they came, since, is no reason not to settle and to say what binds.
  if move.fans == '0' and move.to < move.cutoff then move.to = move.cutoff end
  -- In rounds nobody of an open one has a position.
  local last = fields.mode == 'random-rounds' and values[5] or values[4]
  move.ordered = move.lapsed <= move.lapsed_to and move.lapsed_to <= move.settled_to
    and move.settled <= move.settled_to and move.settled_to <= move.cutoff
    and move.cutoff <= move.to
    and (move.to == move.cutoff or (values[5] ~= '' and move.to <= tonumber(last)))
  return move
end

local taken = tonumber(ARGV[4])
local same = fields.epoch == ARGV[1] and fields.tick == ARGV[2] and fields.dialsVersion == ARGV[3]
  and #ARGV - FIRST - lanes * EACH <= 0 and #ARGV >= FIRST - 1 + lanes * EACH
-- A holder that slept changes nothing.
local fresh = now - taken < 2000 and taken >= tonumber(fields.tickAt)
if not (same and fresh) then return {'MOVED'} end
local moves = {}
for lane = 0, lanes - 1 do
  moves[lane] = move_of(lane)
  if not moves[lane].ordered then return {'MOVED'} end
end

local function settle(lane, move)
  local calls, recent, from = part('calls', lane), part('recent', lane), move.settled
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', calls, '(' .. int(from), move.settled_to)) do
    local to, _, _, fans = call_row(member)
    -- With nothing left to sell, who does not come says nothing of who would.
    if fans > 0 and fields.soldOut ~= '1' and ARGV[8] ~= '1' then
      redis.call('RPUSH', recent, int(fans) .. ':' .. int(math.min(fans, came(lane, from, to))))
    end
    from = to
  end
  redis.call('LTRIM', recent, -256, -1)
  redis.call('ZREMRANGEBYSCORE', calls, '-inf', move.lapsed_to)
end

local at = running(fields)
local cutoffs = {}
for lane = 0, lanes - 1 do
  local move = moves[lane]
  settle(lane, move)
  if move.to > move.cutoff then
    note_call(lane, move.to, at, at + tonumber(fields.turnWindow), tonumber(move.fans))
  end
  redis.call('HSET', key, of('cutoff', lane), int(move.to), of('settled', lane),
    int(move.settled_to), of('lapsed', lane), int(move.lapsed_to))
  redis.call('HINCRBY', key, of('credit', lane), move.credit)
  cutoffs[#cutoffs + 1] = int(move.to)
end

-- How fast the queue has moved, for estimates: two minutes, every five seconds. One that has run
-- dry moves as fans come, which says nothing of how fast it could.
if ARGV[5] == 'NOBODY_WAITS' then redis.call('DEL', key .. ':pace') end
local last = redis.call('LINDEX', key .. ':pace', -1)
if not last or at - tonumber(string.match(last, '^%d+')) >= 5000 then
  redis.call('RPUSH', key .. ':pace', int(at) .. ':' .. table.concat(cutoffs, ':'))
  redis.call('LTRIM', key .. ':pace', -25, -1)
end
redis.call('HSET', key, 'tickAt', ARGV[4], 'limit', ARGV[5], 'throttle', ARGV[6], 'stock', ARGV[7],
  'soldOut', ARGV[8], 'effective', ARGV[9], 'throttled', throttled)
redis.call('HINCRBY', key, 'tick', 1)

-- Only that it begins and that it is over: in between the rate moves every few seconds.
local before = fields.throttled or ''
if (before == '') ~= (throttled == '') then
  local from = (fields.effective or '') ~= '' and fields.effective or fields.rate
  tell(throttled == '' and 'throttle-lifted' or 'throttled', now, {from = tonumber(from),
    to = tonumber(ARGV[9]), why = throttled ~= '' and throttled or before})
end
if ARGV[8] ~= fields.soldOut then
  local free, pending = string.match(ARGV[7], '^(%d+):(%d+)$')
  tell(ARGV[8] == '1' and 'sold-out' or 'seats-back', now,
    {free = tonumber(free) or 0, pending = tonumber(pending) or 0})
  changed()
end
return {'OK'}
