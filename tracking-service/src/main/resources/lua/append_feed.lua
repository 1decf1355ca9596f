-- Appends events to an order's feed, each only if it is newer than the last of its track.
-- Returns how many were appended, or -1 when the feed does not exist in this epoch: then the
-- caller builds it from the database.

local feedKey = KEYS[1] -- stream: k kind, c courier, d data
local metaKey = KEYS[2] -- hash: epoch, ms of the last event, closed, rank:<track>

local build = ARGV[1] == 'build' -- else 'append'
local epoch = tonumber(ARGV[2])
local feedMax = ARGV[3]
local ttl = ARGV[4] -- s
-- then, for each event: kind, track, ms, rank, courier, data

local known = tonumber(redis.call('HGET', metaKey, 'epoch') or '-1')
if build then
  if known >= epoch then
    return 0
  end
  redis.call('DEL', feedKey, metaKey)
  redis.call('HSET', metaKey, 'epoch', ARGV[2])
elseif known < epoch then
  return -1
end

local last = tonumber(redis.call('HGET', metaKey, 'ms') or '0')
local closed = redis.call('HEXISTS', metaKey, 'closed') == 1
local ranks = {}
local appended = 0
for i = 5, #ARGV, 6 do
  local kind = ARGV[i]
  local track = 'rank:' .. ARGV[i + 1]
  local ms = tonumber(ARGV[i + 2])
  local rank = tonumber(ARGV[i + 3])
  if not ranks[track] then
    ranks[track] = tonumber(redis.call('HGET', metaKey, track) or '-1')
  end
  if rank > ranks[track] and not (closed and kind == 'position') then
    ranks[track] = rank
    last = math.max(ms, last)
    local event = kind
    if kind == 'ended' then
      closed = true
      event = 'status'
      redis.call('HSET', metaKey, 'closed', '1')
    end
    redis.call('XADD', feedKey, 'MAXLEN', '~', feedMax, string.format('%.0f-*', last),
      'k', event, 'c', ARGV[i + 4], 'd', ARGV[i + 5])
    appended = appended + 1
  end
end

if appended > 0 then
  redis.call('HSET', metaKey, 'ms', string.format('%.0f', last))
  for track, rank in pairs(ranks) do
    redis.call('HSET', metaKey, track, string.format('%.0f', rank))
  end
end
redis.call('EXPIRE', feedKey, ttl)
redis.call('EXPIRE', metaKey, ttl)
return appended
