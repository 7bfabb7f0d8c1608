-- Posts one request again and again, or with sessions a rotation of requests whose ids differ.
--
-- wrk … -s call.lua URL -- BODY MARK PLACES [SESSION…]
--   BODY    the file with the request's body; its id is 1000000
--   MARK    what every right answer has in it: each is looked at, which costs time; empty where only its status counts
--   PLACES  the number of ids a session

local started = {}

function setup(thread)
   thread:set("number", #started)
   table.insert(started, thread)
end

local function rotate(body, places, sessions)
   local requests, at = {}, 0
   for place = 1, places do
      local placed = body:gsub("1000000", tostring(1000000 + place), 1)
      for _, session in ipairs(sessions) do
         wrk.headers["Mcp-Session-Id"] = session
         table.insert(requests, wrk.format("POST", nil, nil, placed))
      end
   end
   return function()
      at = at % #requests + 1
      return requests[at]
   end
end

local function look_for(mark)
   return function(status, _, body)
      if status ~= 200 or not body:find(mark, 1, true) then
         wrong = wrong + 1
      end
   end
end

function init(args)
   wrong = 0
   local file = assert(io.open(args[1], "rb"))
   wrk.method, wrk.body = "POST", file:read("*a")
   file:close()
   local sessions = {}
   for i = 4, #args do
      -- A thread's sessions are its own, where there are enough.
      if #args < 5 or i % 2 == number % 2 then
         table.insert(sessions, args[i])
      end
   end
   if #sessions > 0 then
      request = rotate(wrk.body, tonumber(args[3]), sessions)
   end
   if args[2] ~= "" then
      response = look_for(args[2])
   end
end

function done(summary, latency)
   local errors, missed = summary.errors, 0
   for _, thread in ipairs(started) do
      missed = missed + thread:get("wrong")
   end
   io.write(string.format(
      '{"requests":%d,"bytes":%d,"microseconds":%d,"p50":%d,"p99":%d,"statuses":%d,"sockets":%d,"wrong":%d}\n',
      summary.requests, summary.bytes, summary.duration, latency:percentile(50), latency:percentile(99),
      errors.status, errors.connect + errors.read + errors.write + errors.timeout, missed))
end
