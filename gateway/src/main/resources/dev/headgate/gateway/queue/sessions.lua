-- Who is inside, in the order in which they came in: one page of them.
-- ARGV  epoch, after which ('<start>.<lane>.<position>', '' for the first page), how many at most
-- Returns  {'OK', next ('' at the end), lane, position, start, expires (seconds), ...} |
--          {'RESET'} | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open()
if not fields then return {why} end
if fields.epoch ~= ARGV[1] then return {'RESET'} end
local started, most = key .. ':started', tonumber(ARGV[3])
local all = redis.call('ZCARD', started)

-- By rank, so that it costs the same wherever the page is and though the session is over behind
-- which it begins. A start never moves, so nobody is met twice.
local function rank_after(after)
  local start, member = string.match(after, '^(%d+)%.(%d+%.%d+)$')
  if not start then return 0 end
  start = tonumber(start)
  local low, high = 0, all
  while low < high do
    local middle = math.floor((low + high) / 2)
    local row = redis.call('ZRANGE', started, middle, middle, 'WITHSCORES')
    local at = tonumber(row[2])
    if at < start or (at == start and row[1] <= member) then
      low = middle + 1
    else
      high = middle
    end
  end
  return low
end

local from = rank_after(ARGV[2])
local rows = redis.call('ZRANGE', started, from, from + most - 1, 'WITHSCORES')
local last = #rows > 0 and from + #rows / 2 < all
local answer = {'OK', last and int(tonumber(rows[#rows])) .. '.' .. rows[#rows - 1] or ''}
if #rows == 0 then return answer end
local members = {}
for i = 1, #rows, 2 do members[#members + 1] = rows[i] end
local ends = redis.call('ZMSCORE', key .. ':active', unpack(members))
for i, member in ipairs(members) do
  local expires = tonumber(ends[i] or '0')
  if expires > second - 10 then
    local lane, position = string.match(member, '^(%d+)%.(%d+)$')
    for _, number in ipairs({lane, position, rows[2 * i], expires}) do
      answer[#answer + 1] = tonumber(number)
    end
  end
end
return answer
