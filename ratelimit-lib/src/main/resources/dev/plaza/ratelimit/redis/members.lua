-- members.lua: says that a node lives, and counts those that do.
--
-- KEYS[1]  sorted set: node -> when it last said so, in milliseconds
-- ARGV[1]  node       ARGV[2]  integer ms after which a silent node is gone; 0: this node leaves
-- ARGV[3]  integer ms, how long a silent node is remembered
--
-- Returns the number of live nodes.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[2] == '0' then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  redis.call('ZADD', KEYS[1], now, ARGV[1])
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. string.format('%.0f', now - ARGV[3]))
redis.call('PEXPIRE', KEYS[1], ARGV[3] * 2)
return { redis.call('ZCARD', KEYS[1]) }
