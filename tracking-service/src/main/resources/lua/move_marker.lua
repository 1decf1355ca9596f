-- Moves a courier's marker, if the fix is newer than the one it stands on.
-- Returns 1 when it moved, 0 when the fix is late.

local latestKey = KEYS[1] -- hash: the fix the marker stands on
local geoKey = KEYS[2] -- GEO: all markers of the shard
local seenKey = KEYS[3] -- sorted set: courier by ts of the marker

local courier = ARGV[1]
local ts = tonumber(ARGV[2]) -- ms
local floor = tonumber(ARGV[3]) -- ms: where a marker stood that Redis has lost
local ttl = tonumber(ARGV[4]) -- s
local lat = ARGV[5]
local lon = ARGV[6]

local known = tonumber(redis.call('HGET', latestKey, 'ts') or '0')
if ts <= math.max(known, floor) then
  return 0
end

redis.call('HSET', latestKey, 'ts', ARGV[2], 'lat', lat, 'lon', lon,
  'acc', ARGV[7], 'spd', ARGV[8], 'brg', ARGV[9], 'rcv', ARGV[10])
redis.call('EXPIRE', latestKey, ttl)

-- GEO knows latitudes up to 85.05 degrees only; beyond, a marker is found by its courier alone.
if math.abs(tonumber(lat)) <= 85.05112878 then
  redis.call('GEOADD', geoKey, lon, lat, courier)
else
  redis.call('ZREM', geoKey, courier)
end
redis.call('ZADD', seenKey, ARGV[2], courier)

local silent = redis.call('ZRANGEBYSCORE', seenKey, '-inf', tonumber(ARGV[10]) - ttl * 1000,
  'LIMIT', 0, 20)
for _, gone in ipairs(silent) do
  if gone ~= courier then
    redis.call('ZREM', geoKey, gone)
    redis.call('ZREM', seenKey, gone)
  end
end
redis.call('EXPIRE', geoKey, ttl * 2)
redis.call('EXPIRE', seenKey, ttl * 2)
return 1
