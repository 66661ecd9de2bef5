-- Runs what every script runs, on a key that no event has: the readiness probe.
-- Returns  {'UNKNOWN'}
local fields, why = open()
if not fields then return {why} end
return {'OK'}
