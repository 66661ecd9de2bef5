-- Ends this life of an event and begins another: every place, session and figure is gone.
-- ARGV  the epoch that ends, its seed in hex, the new epoch (Redis milliseconds, just read), its
--       commitment, block, the version the settings were read at, then their fields (name, value,
--       ...)
-- Returns  {'CHANGED', version, entry} | {'STALE', version} when it is another life or version already,
--          or the new epoch is not of this moment | {'UNKNOWN'} | {'STRANGER'}
local fields, why = open('commitment', 'version', 'dialsVersion', 'earlier')
if not fields then return {why} end
local epoch = tonumber(ARGV[3])
if fields.epoch ~= ARGV[1] or fields.version ~= ARGV[6] or epoch <= tonumber(fields.epoch) or epoch > now
  or epoch < now - 10000 then
  return {'STALE', tonumber(fields.version)}
end
-- Listed for ever: nobody can draw again until they like the order, and hide it.
local drawn = fields.entrants ~= ''
local past = string.format('{"epoch":%s,"commitment":"%s","seed":%s,"entrants":%s}', fields.epoch,
  fields.commitment, drawn and '"' .. ARGV[2] .. '"' or 'null', drawn and fields.entrants or 'null')
if fields.earlier ~= '' then past = fields.earlier .. ',' .. past end

-- What it ends, so that the trail still knows it.
local entry = note('reset', '{"epoch":' .. fields.epoch .. ',"commitment":"' .. fields.commitment
  .. '","arrivals":' .. fields.arrivals .. ',"active":' .. int(active_sessions()) .. '}', 'null')
forget_all(tonumber(fields.lanes))
redis.call('DEL', key)
local version = tonumber(fields.version) + 1
redis.call('HSET', key, 'version', int(version), 'earlier', past, 'noted', id_of(entry),
  'dialsVersion', int(tonumber(fields.dialsVersion) + 1), unpack(ARGV, 7))
tell('reset', now, {from = tonumber(ARGV[1]), to = epoch})
begin_life(ARGV[3], ARGV[4], tonumber(ARGV[5]))
return {'CHANGED', version, entry}
