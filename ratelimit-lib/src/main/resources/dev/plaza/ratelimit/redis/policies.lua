-- policies.lua: stores a policy, takes one away, reads all, or brings all back; one version counts
-- the changes.
--
-- KEYS[1]  hash    policy id -> "version json", or '' if it was taken away; '#' -> the version
-- ARGV[1]  string  put, delete, list or restore
-- ARGV[2]  string  channel that listeners are told on
-- ARGV[3]  string  put, delete: policy id      restore: integer version
-- ARGV[4]  string  put: the policy's JSON      restore, from here on: id, value, id, value, ...
-- ARGV[5]  string  put, delete: the version it must have, 'some', 'none', or '' for any or none
-- ARGV[6]  string  put, delete: the version of a policy that was never changed, '' if there is none
--
-- Returns {version} after a change, {} if the policy is not as it must be, and
-- {version, id, value, id, value, ...} of a list.
-- A restore does nothing unless the hash is older than what is brought back.

local function version() return tonumber(redis.call('HGET', KEYS[1], '#') or 0) end

local function asWanted(id, wanted, unchanged)
  if wanted == '' then return true end
  local value = redis.call('HGET', KEYS[1], id)
  local is = value and (string.match(value, '^%d+') or '') or unchanged
  if wanted == 'some' then return is ~= '' end
  if wanted == 'none' then return is == '' end
  return is == wanted
end

local function change(id, value)
  if not asWanted(id, ARGV[5], ARGV[6]) then return {} end
  local next = redis.call('HINCRBY', KEYS[1], '#', 1)
  redis.call('HSET', KEYS[1], id, value and (next .. ' ' .. value) or '')
  redis.call('PUBLISH', ARGV[2], next)
  return { next }
end

local function list()
  local all = redis.call('HGETALL', KEYS[1])
  local reply = { version() }
  for i = 1, #all, 2 do
    if all[i] ~= '#' then
      reply[#reply + 1] = all[i]
      reply[#reply + 1] = all[i + 1]
    end
  end
  return reply
end

local function restore()
  if version() < tonumber(ARGV[3]) then
    redis.call('DEL', KEYS[1])
    redis.call('HSET', KEYS[1], '#', ARGV[3])
    for i = 4, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
  end
  return { version() }
end

if ARGV[1] == 'put' then return change(ARGV[3], ARGV[4]) end
if ARGV[1] == 'delete' then return change(ARGV[3], nil) end
if ARGV[1] == 'restore' then return restore() end
return list()
