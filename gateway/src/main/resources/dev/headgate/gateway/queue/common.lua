-- Stands before every script of the queue.
-- KEYS[1]  the event's hash, hg:{<event>}. The event's other keys are named after it, so that the
--          hash tag puts all of them into one slot.
-- KEYS[2]  the event's audit trail, where somebody asks for a change. The last two arguments are then
--          what the entry says before what was changed, which is who did, and behind it, which is why.
-- Fields and keys of lane 0, the general one, have their bare names; those of another lane end in
-- its number: arrivals, arrivals:1, hg:{derby}:calls, hg:{derby}:calls:1.
-- Redis's clock is the only clock of the queue: two gateways a second apart must agree.
local key = KEYS[1]
local clock = redis.call('TIME')
local second = tonumber(clock[1])
local now = second * 1000 + math.floor(tonumber(clock[2]) / 1000)

local by = nil
if KEYS[2] then
  by = {behind = table.remove(ARGV)}
  by.before = table.remove(ARGV)
end

-- Lua's own conversion keeps 14 digits only.
local function int(number) return string.format('%.0f', number) end

local function of(name, lane) return lane == 0 and name or name .. ':' .. int(lane) end

local function part(name, lane) return key .. ':' .. of(name, lane) end

local function claimed(lane) return key .. ':claimed:' .. int(lane) end

local function member_of(lane, position) return int(lane) .. '.' .. int(position) end

local function read(names)
  local values = redis.call('HMGET', key, unpack(names))
  local fields = {}
  for i, name in ipairs(names) do fields[name] = values[i] or nil end
  return fields
end

local function run_id() return string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') end

local function event_id() return string.match(key, '{(.*)}') end

local function changed() redis.call('PUBLISH', 'headgate:changes', event_id()) end

-- Writes down what is about to be changed, from what and to what in JSON, and returns the entry. It
-- comes before anything is written: where it cannot be noted, nothing is changed.
local function note(what, from, to)
  return add_entry(KEYS[2], key, now, by.before .. '"change":"' .. what .. '","from":' .. from
    .. ',"to":' .. to .. ',' .. by.behind)
end

-- Says to the feed what has happened, and when it did or was due. Whichever script makes it happen
-- says so, in the same step: once, whoever calls the script, and in the store's own order. The feed
-- of all events is one stream, so that its order is one; each event has one of its own beside it,
-- so that a busy event does not push out what happened to another. The queue never waits for it:
-- what cannot be written is not.
local function tell(what, at, data)
  local entry = {'event', event_id(), 'type', what, 'at', int(at), 'data',
    data and cjson.encode(data) or '{}'}
  local all, own, old = 'headgate:{feed}:entries', key .. ':feed', int(now - 2592000000)
  local id = redis.pcall('XADD', all, 'MAXLEN', 10000, '*', unpack(entry))
  if type(id) ~= 'string' then return end
  redis.pcall('XADD', own, 'MAXLEN', 1000, id, unpack(entry))
  redis.pcall('XTRIM', all, 'MINID', old)
  redis.pcall('XTRIM', own, 'MINID', old)
end

local TELLS = {'told', 'epoch', 'opensAt', 'closesAt', 'onSaleAt', 'entrants', 'drawnAt'}

-- Says what time alone has brought about since somebody looked: that the event opened, that its
-- sale began, that it ended. `told` has a letter for each that has been said and still holds. To
-- the draw comes first what comes before it.
local function tell_due(fields, drawing)
  local told, still, opens = fields.told or '', '', tonumber(fields.opensAt or '0')
  local ends = (fields.closesAt or '') ~= '' and tonumber(fields.closesAt)
  local function say(letter, holds, what, at)
    if holds and not string.find(told, letter) then
      tell(what, math.max(at, tonumber(fields.epoch)))
    end
    if holds then still = still .. letter end
  end
  local opened = now >= opens
  say('o', opened, 'opened', opens)
  local drawn = (fields.drawnAt or '') ~= ''
  local due = tonumber(fields.onSaleAt ~= '' and fields.onSaleAt or '0')
  if drawn and (due == 0 or due > now) then due = tonumber(fields.drawnAt) end
  say('s', drawn and opened, 'on-sale', math.max(due, opens))
  local ended = ends and now >= ends
  if drawing then ended = string.find(told, 'e') end
  say('e', ended, 'ended', ends or 0)
  if not ended and string.find(told, 'e') then tell('reopened', now) end
  if still ~= told then redis.call('HSET', key, 'told', still) end
  fields.told = still
end

-- Notes the rate that holds from now on; 60 s of it are needed, and the one in force before.
local function note_rate(rate)
  local dials = key .. ':dials'
  redis.call('ZREMRANGEBYSCORE', dials, now, now)
  redis.call('ZADD', dials, now, int(now) .. ':' .. rate)
  local old = redis.call('ZREVRANGEBYSCORE', dials, now - 60000, '-inf', 'WITHSCORES',
    'LIMIT', 0, 1)
  if old[2] then redis.call('ZREMRANGEBYSCORE', dials, '-inf', '(' .. old[2]) end
end

-- Shuffles of rounds: '<round>:<arrivals below which it ends>:<when>'. The open round is numbered
-- by time, so that rounds in which nobody came cost nothing.
local function close_round(fields, round)
  if fields.arrivals ~= '0' and fields.arrivals ~= fields.entrants then
    redis.call('RPUSH', key .. ':rounds', round .. ':' .. fields.arrivals .. ':' .. int(now))
    -- That of the first is the draw of the event.
    if round ~= '0' then
      tell('round-drawn', tonumber(fields.roundClosesAt),
        {round = tonumber(round), entrants = fields.arrivals - fields.entrants})
    end
  end
  local begun = read({'roundLength', 'onSaleAt'})
  local start, length = tonumber(begun.onSaleAt), tonumber(begun.roundLength)
  local open = math.floor((now - start) / length) + 1
  redis.call('HSET', key, 'entrants', fields.arrivals, 'round', int(open),
    'roundClosesAt', int(start + open * length))
  fields.entrants, fields.round, fields.roundClosesAt =
    fields.arrivals, int(open), int(start + open * length)
end

-- Freezes N of every lane. In fifo nobody is early: all stand by time.
local function draw(fields)
  tell_due(read(TELLS), true)
  redis.call('HSET', key, 'drawnAt', int(now), 'tickAt', int(now), 'rampAt', int(now),
    'rampBase', '0')
  local tick = redis.call('HINCRBY', key, 'tick', 1)
  for lane = 0, tonumber(fields.lanes) - 1 do
    local arrivals = redis.call('HGET', key, of('arrivals', lane))
    local entrants = fields.mode == 'fifo' and '0' or arrivals
    redis.call('HSET', key, of('entrants', lane), entrants)
    if lane == 0 and fields.mode ~= 'random-rounds' then fields.entrants = entrants end
    fields[of('entrants', lane)] = fields[of('entrants', lane)] ~= nil and entrants or nil
  end
  if fields.mode == 'random-rounds' then
    fields.entrants = ''
    close_round(fields, '0')
  end
  -- The script that draws answers as one after it would: drawn, and since when.
  fields.drawnAt, fields.tickAt, fields.rampAt, fields.rampBase = int(now), int(now), int(now), '0'
  fields.tick = int(tick)
  if fields.haltedAt == '' then note_rate(fields.rate) end
  local due = fields.onSaleAt ~= '' and tonumber(fields.onSaleAt) or 0
  -- A room that is always on has nobody to draw for.
  if fields.onSaleAt ~= '0' then
    local entrants = tonumber(redis.call('HGET', key, 'entrants'))
    tell('drawn', (due == 0 or due > now) and now or due, {entrants = entrants})
  end
  local seen = read(TELLS)
  tell_due(seen)
  fields.told = seen.told
  changed()
end

-- N is frozen by the first call at or after the start, whichever script that is; a round by the
-- first at or after its end.
local function draw_if_due(fields)
  if fields.entrants == '' then
    local due = fields.onSaleAt ~= '' and now >= tonumber(fields.onSaleAt)
    -- Before it opens nobody can come whom a draw would be for.
    local wide = fields.mode == 'passthrough' and now >= tonumber(fields.opensAt)
    if due or wide then draw(fields) end
  elseif fields.mode == 'random-rounds' and now >= tonumber(fields.roundClosesAt) then
    close_round(fields, redis.call('HGET', key, 'round'))
    changed()
  end
end

local BASE = {'home', 'epoch', 'entrants', 'onSaleAt', 'arrivals', 'rate', 'haltedAt',
  'pausedTotal', 'mode', 'lanes', 'roundClosesAt', 'opensAt'}

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
    for _, member in ipairs(gone) do
      redis.call('ZREM', part('door', tonumber(string.match(member, '^%d+'))), member)
    end
    redis.call('ZREM', tried, unpack(gone))
    gone = redis.call('ZRANGEBYSCORE', tried, '-inf', now - 10000, 'LIMIT', 0, 1000)
  end
end

-- How many of a lane's positions [from, to) have come: inside, been inside, or at the door.
local function came(lane, from, to)
  if to <= from then return 0 end
  return redis.call('BITCOUNT', claimed(lane), from, to - 1, 'BIT')
      + redis.call('ZCOUNT', part('door', lane), from, '(' .. to)
end

-- A row of the call log: cutoffTo, calledAt, turnEndsAt (running time), fans called.
local function call_row(member)
  local to, at, ends, fans = string.match(member, '^(%d+):(%d+):(%d+):(%d+)$')
  return tonumber(to), tonumber(at), tonumber(ends), tonumber(fans)
end

-- Writes a row. The turn's end is fixed when called: a later change of turnWindow shortens
-- nobody's promise.
local function note_call(lane, to, at, ends, fans)
  redis.call('ZADD', part('calls', lane), to,
    int(to) .. ':' .. int(at) .. ':' .. int(ends) .. ':' .. int(fans))
end

-- Calls those who have just come; the calls of one second share a row.
local function call_at_once(fields, lane, to, fans)
  local at = running(fields)
  local ends = at + tonumber(fields.turnWindow)
  local last = redis.call('ZREVRANGE', part('calls', lane), 0, 0)
  if last[1] then
    local _, last_at, last_ends, last_fans = call_row(last[1])
    if at - last_at < 1000 then
      redis.call('ZREM', part('calls', lane), last[1])
      at, ends, fans = last_at, math.max(ends, last_ends), fans + last_fans
    end
  end
  note_call(lane, to, at, ends, fans)
  redis.call('HSET', key, of('cutoff', lane), int(to))
end

-- A slot counts until its token's end plus the leeway of 10 s.
local function active_sessions()
  return redis.call('ZCOUNT', key .. ':active', '(' .. (second - 10), '+inf')
end

-- Room under the dial in (now - 60 s, now]: the highest dial in that window, and no more than the
-- dial's sum over it plus two seconds' worth, so that a raised dial or a resume is no burst.
local function room_under_dial(fields)
  if fields.haltedAt ~= '' then return 0 end
  local from, rate = now - 60000, tonumber(fields.rate)
  redis.call('ZREMRANGEBYSCORE', key .. ':admitted', '-inf', from)
  local highest, sum, ends = 0, 0, now
  local changes = redis.call('ZRANGE', key .. ':dials', 0, -1)
  for i = #changes, 1, -1 do
    local at, dial = string.match(changes[i], '^(%d+):(%d+)$')
    at, dial = math.max(tonumber(at), from), tonumber(dial)
    if i == #changes or ends > from then
      highest = math.max(highest, dial)
      sum = sum + dial * (ends - at)
      ends = at
    end
  end
  local limit = math.min(highest, math.floor((sum + math.max(60000, 2000 * rate)) / 60000))
  return limit - redis.call('ZCARD', key .. ':admitted')
end

-- Lets a position in until `ends` (seconds).
local function admit(lane, position, ends)
  local member = member_of(lane, position)
  redis.call('SETBIT', claimed(lane), position, 1)
  redis.call('ZADD', key .. ':active', ends, member)
  redis.call('ZADD', key .. ':started', second, member)
  redis.call('ZADD', key .. ':admitted', now, member)
  redis.call('ZREM', part('door', lane), member)
  redis.call('ZREM', key .. ':tried', member)
end

-- What stands between this moment and a place in a lane; nothing when it may be given.
local function closed(fields)
  if now < tonumber(fields.opensAt) then return {'NOT_OPEN', tonumber(fields.opensAt)} end
  if fields.closesAt ~= '' and now >= tonumber(fields.closesAt) then return {'ENDED'} end
  if fields.mode == 'reject' then return {'REJECTED'} end
  if fields.soldOut == '1' then return {'SOLD_OUT'} end
  return nil
end

-- Hands out arrival numbers of a lane: the first of them, how many, the bound above every number
-- given so far, and 1 when the rest can never be given.
local function take(lane, wanted)
  local names = {}
  for i, name in ipairs({'arrivals', 'reserved', 'reservedNext', 'reservedAt', 'block',
      'skipped'}) do
    names[i] = of(name, lane)
  end
  names[7] = 'maxPlaces'
  local values = redis.call('HMGET', key, unpack(names))
  local arrivals, reserved, reserved_next = tonumber(values[1]), tonumber(values[2]),
    tonumber(values[3])
  local reserved_at, block = tonumber(values[4]), tonumber(values[5])
  -- A bound may be used 2 s after it was written: by then each gateway's snapshot has it, so that
  -- a lost store never hands a number out again.
  if reserved_next > reserved and now >= reserved_at + 2000 then reserved = reserved_next end
  -- Numbers that a restore skipped are nobody's places.
  local most = tonumber(values[7]) + tonumber(values[6] or '0')
  local granted = math.max(0, math.min(wanted, reserved - arrivals, most - arrivals))
  if reserved_next == reserved and reserved - arrivals - granted < block then
    -- A block is about 4 s of joins: one used up sooner makes the next one larger.
    if now - reserved_at < 4000 then block = math.min(block * 2, 1048576) end
    reserved_next, reserved_at = reserved + block, now
  end
  redis.call('HSET', key, names[1], int(arrivals + granted), names[2], int(reserved), names[3],
    int(reserved_next), names[4], int(reserved_at), names[5], int(block))
  return arrivals, granted, reserved_next, arrivals + granted >= most and 1 or 0
end

-- How fast fans are called at this moment of a slow start, as far as it goes.
local function ramped(rate)
  local ramp = read({'slowStart', 'rampAt', 'rampBase'})
  local length, base = tonumber(ramp.slowStart), tonumber(ramp.rampBase)
  local past = now - tonumber(ramp.rampAt)
  if length == 0 or past >= length or base >= rate then return rate end
  return math.floor(base + (rate - base) * past / length)
end

-- A changed dial or pause: moves running time, the log of rates and the slow start, and voids the
-- tick in flight.
local function set_rate(fields, rate, paused)
  local halted, old = paused or tonumber(rate) == 0, tonumber(fields.rate)
  local was_halted = fields.haltedAt ~= ''
  if halted ~= was_halted or tonumber(rate) ~= old then
    -- A rate that was lowered needs no ramp; one that was raised begins from where it is.
    local base = was_halted and 0 or math.min(ramped(old), tonumber(rate))
    redis.call('HSET', key, 'rampAt', int(now), 'rampBase', int(base))
  end
  if halted and not was_halted then
    redis.call('HSET', key, 'haltedAt', int(now))
  elseif not halted and was_halted then
    redis.call('HINCRBY', key, 'pausedTotal', int(now - tonumber(fields.haltedAt)))
    redis.call('HSET', key, 'haltedAt', '')
  end
  if fields.entrants ~= '' then note_rate(halted and 0 or rate) end
  redis.call('HSET', key, 'rate', rate, 'paused', paused and '1' or '0', 'tickAt', int(now))
  redis.call('HINCRBY', key, 'dialsVersion', 1)
end

-- A challenge is good for so long, and those of one series are issued within so long; in
-- milliseconds.
local CHALLENGE, SERIES = 120000, 60000

-- Where each challenge of a series has a bit, which is set once a place was taken with it.
local function spent(series) return key .. ':solved:' .. series end

local PROOF = '^(%d+) (%d+) (%d+) (%d+) (%x+)$'

-- Uses a solved challenge up; nothing, or why it will not do. `proof` is its difficulty, epoch,
-- issue time, serial and series, '' for none. Those issued before the store was lost may have been
-- used before.
local function spend(fields, proof)
  if proof == '' then return 'missing' end
  local difficulty, epoch, issued, serial, series = string.match(proof, PROOF)
  issued = tonumber(issued)
  if epoch ~= fields.epoch then return 'foreign' end
  local from = tonumber(redis.call('HGET', key, 'challengesFrom') or '0')
  if now >= issued + CHALLENGE or issued > now + 5000 or issued <= from then return 'expired' end
  if tonumber(difficulty) < tonumber(fields.challenge) then return 'too-easy' end
  if redis.call('SETBIT', spent(series), serial, 1) == 1 then return 'used' end
  -- By then the last of its series is too late, whenever this one was issued.
  redis.call('PEXPIREAT', spent(series), int(issued + CHALLENGE + 2 * SERIES))
end

-- Gives a challenge back that brought no place.
local function unspend(proof)
  local serial, series = string.match(proof, '(%d+) (%x+)$')
  redis.call('SETBIT', spent(series), serial, 0)
end

local function asks_for_proof(fields) return (fields.challenge or '') ~= '' end

-- A lane in which nobody has been.
local function begin_lane(lane, block)
  redis.call('HSET', key, of('arrivals', lane), '0', of('entrants', lane), '',
    of('cutoff', lane), '0', of('settled', lane), '0', of('lapsed', lane), '0',
    of('credit', lane), '0', of('block', lane), int(block), of('reserved', lane), int(block),
    of('reservedNext', lane), int(2 * block), of('reservedAt', lane), int(now),
    of('gaps', lane), '', of('skipped', lane), '0')
end

-- When the sale starts: '' while nobody knows, '0' where the room is always on.
local function on_sale_at(start)
  if start == 'manual' then return '' end
  return start == 'always' and '0' or start
end

-- The keys beside the hash, but for the lease, which is about gateways.
local function forget_all(lanes)
  for _, name in ipairs({'active', 'started', 'tried', 'admitted', 'dials', 'over', 'overends',
      'present', 'health', 'rounds', 'pace', 'entries', 'history', 'marks'}) do
    redis.call('DEL', key .. ':' .. name)
  end
  for lane = 0, lanes - 1 do
    redis.call('DEL', part('calls', lane), part('door', lane), part('recent', lane), claimed(lane))
  end
end

-- A life of the event from its first moment on. Its settings' fields have been written.
local function begin_life(epoch, commitment, block)
  redis.call('HSET', key, 'home', run_id(), 'epoch', epoch, 'commitment', commitment,
    'drawnAt', '', 'tick', '0', 'tickAt', int(now), 'limit', 'NOT_DRAWN', 'paused', '0',
    'pauseReason', '', 'pauseReasons', '', 'haltedAt', '', 'pausedTotal', '0', 'message', '', 'overSeq', '0',
    'rampAt', int(now), 'rampBase', '0', 'round', '0', 'roundClosesAt', '', 'throttle', '',
    'soldOut', '0', 'stock', '', 'effective', '', 'told', '', 'throttled', '')
  local fields = read({'rate', 'haltedAt', 'pausedTotal', 'lanes', 'start', 'mode'})
  redis.call('HSET', key, 'onSaleAt', on_sale_at(fields.start))
  for lane = 0, tonumber(fields.lanes) - 1 do begin_lane(lane, block) end
  note_rate(0)
  fields.entrants = ''
  if tonumber(fields.rate) == 0 then set_rate(fields, fields.rate, false) end
  draw_if_due(read(BASE))
  tell_due(read(TELLS))
  changed()
end
