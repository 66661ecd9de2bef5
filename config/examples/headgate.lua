-- Asks Headgate about a request; loaded by haproxy.cfg beside this file. HAProxy 2.6 or newer.
--
-- Where the request may pass, it becomes the one that the shop may see, and txn.headgate_allowed is
-- set: haproxy.cfg refuses whatever comes without that, so that an error in here lets nobody through.
-- Otherwise the client gets the gateway's own answer.

local GATEWAY = "http://127.0.0.1:8080"
local PATIENCE_MILLIS = 10000

-- Of the connection or the body, neither of which the question has; and what we say ourselves.
local NOT_ASKED = {
  ["connection"] = true,
  ["content-length"] = true,
  ["expect"] = true,
  ["host"] = true,
  ["keep-alive"] = true,
  ["te"] = true,
  ["trailer"] = true,
  ["transfer-encoding"] = true,
  ["upgrade"] = true,
  ["x-forwarded-host"] = true,
  ["x-forwarded-method"] = true,
  ["x-forwarded-uri"] = true,
}

-- What the shop is told by the gateway, or not at all.
local TOLD = {
  "headgate-event",
  "headgate-session",
  "headgate-position",
  "headgate-admission",
  "cookie",
  "authorization",
}

local function question(txn, headers)
  local asked = {}
  for name, values in pairs(headers) do
    if not NOT_ASKED[name:lower()] then
      local all = {}
      for _, value in pairs(values) do
        all[#all + 1] = value
      end
      asked[name] = all
    end
  end
  asked["x-forwarded-uri"] = { txn.sf:pathq() }
  asked["x-forwarded-method"] = { txn.sf:method() }
  asked["x-forwarded-host"] = { txn.sf:req_fhdr("host") }
  return asked
end

local function first(headers, name)
  for _, value in pairs(headers[name] or {}) do
    return value
  end
  return nil
end

-- '_', '.' and '-' are one to some servers.
local function is_ours(name)
  local plain = name:lower():gsub("[^%w]", "-")
  return plain:find("^headgate%-") ~= nil or NOT_ASKED[plain] and plain:find("^x%-") ~= nil
end

local function allow(txn, headers, answer)
  for name, _ in pairs(headers) do
    if is_ours(name) then
      txn.http:req_del_header(name)
    end
  end
  for _, name in ipairs(TOLD) do
    txn.http:req_del_header(name)
    local value = first(answer.headers, name)
    if value then
      txn.http:req_set_header(name, value)
    end
  end
  local cookie = first(answer.headers, "set-cookie")
  if cookie then
    txn:set_var("txn.headgate_cookie", cookie)
  end
  local renewed = first(answer.headers, "headgate-renewed")
  if renewed then
    txn:set_var("txn.headgate_renewed", renewed)
  end
  txn:set_var("txn.headgate_allowed", true)
end

local function refuse(txn, answer)
  local reply = txn:reply { status = answer.status, body = answer.body or "" }
  reply:add_header("Cache-Control", "no-store")
  for _, name in ipairs({ "content-type", "location", "retry-after", "www-authenticate" }) do
    local value = first(answer.headers, name)
    if value then
      reply:add_header(name, value)
    end
  end
  txn:done(reply)
end

core.register_action("headgate", { "http-req" }, function(txn)
  local headers = txn.http:req_get_headers()
  local answer = core.httpclient():get {
    url = GATEWAY .. "/authorize?redirect=true",
    headers = question(txn, headers),
    timeout = PATIENCE_MILLIS,
  }
  if answer and answer.status == 200 then
    allow(txn, headers, answer)
  elseif answer and (answer.status == 401 or answer.status == 403 or answer.status == 302) then
    refuse(txn, answer)
  end
end)
