-- acquire.lua: decides groups of demands; in each group all needs are met or nothing is granted.
--
-- A token bucket is one string, "tat:rest:last:whole:part:parts:tolerance":
--   tat, rest   when it is full again, in whole microseconds and parts of one
--   last        the time it was calculated at; a clock that steps back is not believed
--   whole, part, parts   one token takes whole + part/parts microseconds
-- With a reserve, and tokens that nodes may hold, ":until:tokens:until:tokens:until:tokens:until:tokens"
-- follows: until when how many may be unspent, in two intervals of their whole life, then in two of
-- the brief one. Without it nothing is outstanding.
-- A quota is one integer, the tokens used, under a key that carries the window.
-- A bucket that is full and a quota that is unused have no key, and every key has a TTL.
--
-- Only integers below 2^53 occur, so Lua's doubles are exact; they are written with %.0f.
-- Time is TIME of this server, taken once.
--
-- KEYS[1]       string  epoch: "id:created:cold:seen"; says since when there is state here
-- KEYS[2..]     strings the buckets, and the ledgers of buckets that are shared out
-- ARGV[1]       integer id of the epoch, if there is none yet
-- ARGV[2]       integer id of the epoch that the caller saw last; 0 none, -1 one that is lost
-- ARGV[3..]     17 values for each demand, integers but the last:
--   1 group  2 index of its key  3 index of its ledger or 0  4 kind: 0 pace, 1 span
--   5 need   6 want  7 most, if there are plenty  8 settle  9 give back
--   pace: 10 whole  11 part  12 parts  13 tolerance us  14 its parts  15 cold us  16 share or -1
--         17 reserve "life us:tokens:brief life us" or ""
--   span: 10 limit  11 start us  12 end us  13..17 unused
--
-- Returns {now us, epoch id, then for each demand: verdict, granted, remaining, retry us, full us, share}
--   verdict: 0 granted  1 short  2 never  3 stale span  4 stale share  5 held back by the group

local FIELDS = 17
local PLENTY = 16
local DAY_US = 86400000000
local FAR_US = 2 ^ 53
local EPOCH_MS = 3456000000 -- 40 days
local GRACE_MS = 60000

local function int(x) return string.format('%.0f', x) end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])

local function read_epoch()
  local known = tonumber(ARGV[2])
  local value = redis.call('GET', KEYS[1])
  local id, created, cold, seen
  if value then
    id, created, cold, seen = string.match(value, '^(%d+):(%d+):(%d):(%d+)$')
    id, created, cold, seen = tonumber(id), tonumber(created), tonumber(cold), tonumber(seen)
  else
    id, created, cold, seen = tonumber(ARGV[1]), now, 0, -DAY_US
  end
  local lost = known ~= 0 and known ~= id and cold == 0
  if lost then cold = 1 end
  if lost or now - seen > DAY_US then
    value = int(id) .. ':' .. int(created) .. ':' .. cold .. ':' .. int(now)
    redis.call('SET', KEYS[1], value, 'PX', EPOCH_MS)
  end
  return { id = id, created = created, cold = cold == 1 }
end

local epoch = read_epoch()

-- ---------------------------------------------------------------- token buckets

local function per_token(d) return d.whole + d.part / d.parts end

-- tokens as time: whole microseconds, parts
local function length(d, tokens)
  local x = tokens * d.part
  local carry = math.floor(x / d.parts)
  return tokens * d.whole + carry, x - carry * d.parts
end

local function longer(d, tokens, us, rest)
  local whole, part = length(d, tokens)
  return whole > us or (whole == us and part > rest)
end

-- whole tokens that fit into a time; the division is a guess, the loops make it exact
local function tokens_in(d, us, rest)
  if us < 0 then return 0 end
  local n = math.floor((us + rest / d.parts) / per_token(d))
  while n > 0 and longer(d, n, us, rest) do n = n - 1 end
  while not longer(d, n + 1, us, rest) do n = n + 1 end
  return n
end

-- Tokens that nodes may hold: all that was granted in their lives, but never more than the reserve
-- and what lives briefly beyond it. Rises with each grant by just what is granted.
local function outstanding(s)
  local held, brief = s.held, s.brief
  return math.min(held[2] + held[4], s.d.reserve + brief[2] + brief[4])
end

-- Refills no further than to a burst less what is outstanding at that time.
local function pin(s, time)
  local whole, rest = 0, 0
  if s.held then whole, rest = length(s.d, outstanding(s)) end
  whole = whole + time
  if s.tat < whole or (s.tat == whole and s.rest < rest) then s.tat, s.rest = whole, rest end
end

local function next_drop(s)
  local first = math.huge
  for _, tokens in ipairs({ s.held, s.brief }) do
    for i = 1, 3, 2 do
      if tokens[i + 1] > 0 then first = math.min(first, tokens[i]) end
    end
  end
  return first
end

local function drop(s, time)
  for _, tokens in ipairs({ s.held, s.brief }) do
    for i = 1, 3, 2 do
      if tokens[i] <= time then tokens[i + 1] = 0 end
    end
  end
end

-- As if somebody had looked all the time: between two drops the last moment holds back most.
local function pass(s, time)
  local at = next_drop(s)
  while at <= time do
    pin(s, at)
    drop(s, at)
    at = next_drop(s)
  end
end

-- A copy, to look ahead with.
local function ahead(s)
  return { d = s.d, tat = s.tat, rest = s.rest, held = { unpack(s.held) }, brief = { unpack(s.brief) } }
end

-- What is granted in one interval counts until the end of the next.
local function hold(tokens, n, now_us, life)
  local ends = (math.floor(now_us / life) + 2) * life
  if ends > tokens[3] then
    tokens[1], tokens[2], tokens[3], tokens[4] = tokens[3], tokens[2] + tokens[4], ends, 0
  end
  tokens[4] = tokens[4] + n
end

local function clamp(s)
  local d = s.d
  pin(s, s.at)
  local ahead = s.tat - s.at
  if ahead > d.tolerance or (ahead == d.tolerance and s.rest > d.tolerance_rest) then
    s.tat, s.rest = s.at + d.tolerance, d.tolerance_rest
  end
end

local function later(s, tokens)
  local whole, part = length(s.d, tokens)
  s.rest = s.rest + part
  s.tat = s.tat + whole
  if s.rest >= s.d.parts then s.rest, s.tat = s.rest - s.d.parts, s.tat + 1 end
end

local function earlier(s, tokens)
  local whole, part = length(s.d, tokens)
  s.rest = s.rest - part
  s.tat = s.tat - whole
  if s.rest < 0 then s.rest, s.tat = s.rest + s.d.parts, s.tat - 1 end
end

local function available(s)
  local us = s.at + s.d.tolerance - s.tat
  local rest = s.d.tolerance_rest - s.rest
  if rest < 0 then us, rest = us - 1, rest + s.d.parts end
  return tokens_in(s.d, us, rest)
end

-- Another rate: a new policy keeps the tokens used, a moved share keeps the tokens left.
local function rescaled(s, old)
  local d = s.d
  local debt = math.max(0, old.tat - s.at + old.rest / old.parts)
  local ratio = per_token(d) / per_token(old)
  if d.share < 0 then return math.ceil(debt * ratio) end
  local left = math.max(0, old.tolerance - debt)
  return math.ceil(math.max(0, d.tolerance - left * ratio))
end

local function read_pace(d)
  local s = { d = d, at = now, rest = 0, stale = false }
  if d.life then s.held, s.brief = { 0, 0, 0, 0 }, { 0, 0, 0, 0 } end
  local debt = 0
  if d.ledger then
    -- "share:moved:debt": the share, and what a full bucket lacked when it last moved
    local value = redis.call('GET', d.ledger)
    if value then
      local share, moved, lacked = string.match(value, '^(%d+):(%d+):(%d+)$')
      s.stale = tonumber(share) ~= d.share
      s.share = tonumber(share)
      debt = math.max(0, tonumber(lacked) - (now - tonumber(moved)))
    end
  end
  local value = redis.call('GET', d.key)
  s.stored = value
  if value then
    local tat, rest, last, whole, part, parts, tolerance, granted =
      string.match(value, '^(%d+):(%d+):(%d+):(%d+):(%d+):(%d+):(%d+)(.*)$')
    if s.held and granted ~= '' then
      local n = {}
      for number in string.gmatch(granted, '%d+') do n[#n + 1] = tonumber(number) end
      s.held, s.brief = { n[1], n[2], n[3], n[4] }, { n[5], n[6], n[7], n[8] }
    end
    local old = { tat = tonumber(tat), rest = tonumber(rest), whole = tonumber(whole),
      part = tonumber(part), parts = tonumber(parts), tolerance = tonumber(tolerance) }
    s.at = math.max(now, tonumber(last))
    if old.whole == d.whole and old.part == d.part and old.parts == d.parts then
      s.tat, s.rest = old.tat, old.rest
    else
      s.tat = s.at + rescaled(s, old)
    end
  else
    if epoch.cold then
      debt = math.max(debt, epoch.created + d.tolerance - d.cold - now)
    end
    s.tat = now + debt
  end
  if s.held then pass(s, s.at) end
  clamp(s)
  if d.settle > 0 then later(s, math.min(d.settle, d.burst)); clamp(s) end
  if d.back > 0 then earlier(s, math.min(d.back, d.burst)); clamp(s) end
  return s
end

local function whole_tat(s) return s.rest > 0 and s.tat + 1 or s.tat end

local function write_pace(s)
  local d = s.d
  if s.tat <= s.at and s.rest == 0 then
    if s.stored then redis.call('DEL', d.key) end
    return
  end
  local value = { int(s.tat), int(s.rest), int(s.at), int(d.whole), int(d.part), int(d.parts),
    int(d.tolerance) }
  local last = s
  if s.held and next_drop(s) < math.huge then
    for i = 1, 4 do value[7 + i], value[11 + i] = int(s.held[i]), int(s.brief[i]) end
    last = ahead(s)
    pass(last, FAR_US)
  end
  local ttl = math.max(1, math.ceil((whole_tat(last) - now) / 1000) + 1)
  redis.call('SET', d.key, table.concat(value, ':'), 'PX', int(ttl))
end

local function ready_at(s)
  local whole, part = length(s.d, s.d.need)
  part = s.rest + part - s.d.tolerance_rest
  return s.tat + whole - s.d.tolerance + math.ceil(part / s.d.parts)
end

-- From now until the need can be met: between two drops, or after the last of them.
local function retry_pace(s)
  local ready = ready_at(s)
  if s.held then
    local later = ahead(s)
    local at = next_drop(later)
    while at < math.huge do
      pin(later, at)
      if ready_at(later) <= at then break end
      pass(later, at)
      at, ready = next_drop(later), ready_at(later)
    end
  end
  return math.max(0, ready - now)
end

-- ---------------------------------------------------------------- quotas

local function read_span(d)
  local s = { d = d, stale = now < d.first or now >= d.last }
  local value = redis.call('GET', d.key)
  s.stored = value
  if value then
    s.used = tonumber(value)
  elseif epoch.cold and epoch.created > d.first then
    local left = math.max(0, d.last - epoch.created)
    s.used = d.limit - math.floor(d.limit * (left / (d.last - d.first)))
  else
    s.used = 0
  end
  if not s.stale then
    s.used = math.max(s.used, math.min(d.limit, s.used + d.settle))
    s.used = math.max(0, s.used - d.back)
  end
  return s
end

local function write_span(s)
  if s.used == 0 then
    if s.stored then redis.call('DEL', s.d.key) end
    return
  end
  local ends = math.ceil(s.d.last / 1000) + GRACE_MS
  redis.call('SET', s.d.key, int(s.used), 'PXAT', int(ends))
end

-- ---------------------------------------------------------------- groups

local function demand(i)
  local a = 3 + (i - 1) * FIELDS - 1
  local function n(field) return tonumber(ARGV[a + field]) end
  local d = { group = n(1), key = KEYS[n(2)], span = n(4) == 1, need = n(5), want = n(6),
    most = n(7), settle = n(8), back = n(9) }
  if n(3) > 0 then d.ledger = KEYS[n(3)] end
  if d.span then
    d.limit, d.first, d.last = n(10), n(11), n(12)
    d.burst = d.limit
  else
    d.whole, d.part, d.parts = n(10), n(11), n(12)
    d.tolerance, d.tolerance_rest, d.cold, d.share = n(13), n(14), n(15), n(16)
    d.burst = tokens_in(d, d.tolerance, d.tolerance_rest)
    local reserve = ARGV[a + 17]
    if reserve ~= '' then
      local life, tokens, brief = string.match(reserve, '^(%d+):(%d+):(%d+)$')
      d.life, d.reserve, d.brief = tonumber(life), tonumber(tokens), tonumber(brief)
    end
  end
  return d
end

local function verdict(s)
  if s.stale then return s.d.span and 3 or 4 end
  if s.d.need > s.d.burst then return 2 end
  if s.d.need > s.available then return 1 end
  return 0
end

local function left(s)
  if s.d.span then return math.max(0, s.d.limit - s.used) end
  return available(s)
end

local function charge(s, tokens)
  if s.d.span then
    s.used = s.used + tokens
  elseif tokens > 0 then
    later(s, tokens)
    if s.held then hold(s.held, tokens, s.at, s.d.life) end
    if s.held and s.d.brief > 0 then hold(s.brief, tokens, s.at, s.d.brief) end
  end
  if (tokens > 0 or s.d.settle > 0 or s.d.back > 0) and not s.stale then
    if s.d.span then write_span(s) else write_pace(s) end
  end
end

local function grant(s)
  local plenty = math.min(s.d.most, math.floor(s.available / PLENTY))
  return math.min(s.available, math.max(s.d.want, plenty))
end

local reply = { now, epoch.id }

local function answer(s, code, granted)
  local retry, full = 0, 0
  if s.d.span then
    full = math.max(0, s.d.last - now)
    if code == 1 then retry = full end
  else
    full = whole_tat(s) - now
    if code == 1 or (code == 0 and s.held) then retry = retry_pace(s) end
  end
  if code == 2 then retry = -1 end
  local r = #reply
  reply[r + 1], reply[r + 2], reply[r + 3] = code, granted, left(s)
  reply[r + 4], reply[r + 5] = retry, full
  reply[r + 6] = s.share or s.d.share or -1
end

local function decide(group)
  local refused = false
  for _, s in ipairs(group) do
    s.available = left(s)
    s.verdict = verdict(s)
    refused = refused or s.verdict ~= 0
  end
  for _, s in ipairs(group) do
    local granted = refused and 0 or grant(s)
    charge(s, granted)
    answer(s, (refused and s.verdict == 0) and 5 or s.verdict, granted)
  end
end

local count = (#ARGV - 2) / FIELDS
local group, number = {}, nil
for i = 1, count do
  local d = demand(i)
  if number and d.group ~= number then
    decide(group)
    group = {}
  end
  number = d.group
  group[#group + 1] = d.span and read_span(d) or read_pace(d)
end
if #group > 0 then decide(group) end
return reply
