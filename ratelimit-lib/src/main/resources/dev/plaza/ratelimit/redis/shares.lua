-- shares.lua: a region's share of one bucket, and the shares on their way to and from others.
-- The giver's share shrinks before the taker's grows; what is between them is nobody's. So the
-- shares of all regions never sum to more than the whole.
--
-- KEYS[1]  string  ledger: "share:moved:lacked"; share in ten-thousandths, moved in us, and what
--                  a bucket without state lacked of being full then, in us
-- KEYS[2]  hash    ledger:moves; '>' region -> moves sent to it, '<' region -> last move taken from
--                  it, region number -> ten-thousandths on the way
-- ARGV[1]  string  give, take, sent (is forgotten once it was taken) or read
-- ARGV[2]  integer the share of the region if nothing ever moved
-- ARGV[3]  integer tolerance of the bucket, us
-- ARGV[4]  string  the other region     ARGV[5]  integer ten-thousandths   ARGV[6]  integer number
--
-- Returns {1 done, 0 refused; share; number of the move}, read: {1, share, 0, "region number", n, ...}
-- Without a TTL: a share that expired would be owned twice.

local function int(x) return string.format('%.0f', x) end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local share, lacked = tonumber(ARGV[2]), 0
local value = redis.call('GET', KEYS[1])
if value then
  local owned, moved, debt = string.match(value, '^(%d+):(%d+):(%d+)$')
  share = tonumber(owned)
  lacked = math.max(0, tonumber(debt) - (now - tonumber(moved)))
end

-- A full bucket keeps the tokens it has: of a larger share they are less than all.
local function own(next)
  local tolerance = tonumber(ARGV[3])
  local left = 0
  if next > 0 then left = (tolerance - lacked) * (share / next) end
  lacked = math.ceil(math.max(0, tolerance - left))
  share = next
  redis.call('SET', KEYS[1], int(share) .. ':' .. int(now) .. ':' .. int(lacked))
end

local other, amount = ARGV[4], tonumber(ARGV[5])

if ARGV[1] == 'give' then
  if amount > share then return { 0, share, 0 } end
  own(share - amount)
  local number = redis.call('HINCRBY', KEYS[2], '>' .. other, 1)
  redis.call('HSET', KEYS[2], other .. ' ' .. number, amount)
  return { 1, share, number }
end

if ARGV[1] == 'take' then
  local number = tonumber(ARGV[6])
  local last = tonumber(redis.call('HGET', KEYS[2], '<' .. other) or 0)
  if number <= last then return { 1, share, number } end
  if number > last + 1 then return { 0, share, number } end
  own(share + amount)
  redis.call('HSET', KEYS[2], '<' .. other, number)
  return { 1, share, number }
end

if ARGV[1] == 'sent' then
  redis.call('HDEL', KEYS[2], other .. ' ' .. ARGV[6])
  return { 1, share, tonumber(ARGV[6]) }
end

local reply = { 1, share, 0 }
local all = redis.call('HGETALL', KEYS[2])
for i = 1, #all, 2 do
  local first = string.sub(all[i], 1, 1)
  if first ~= '>' and first ~= '<' then
    reply[#reply + 1] = all[i]
    reply[#reply + 1] = tonumber(all[i + 1])
  end
end
return reply
