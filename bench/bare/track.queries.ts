// The JSON of a location as the API returns it, for bare servers. Needs `l`, a row of history or a last location.

export const bareLocationJson = `'{' || concat_ws(',',
  '"dateTime":"' || iso_time(l.fixed_at) || '"', '"receivedAt":"' || iso_time(l.received_at) || '"',
  '"latitude":' || coalesce((l.latitude / 1e7::float8)::text, 'null'),
  '"longitude":' || coalesce((l.longitude / 1e7::float8)::text, 'null'),
  '"altitude":' || l.altitude_m, '"speed":' || round(l.speed / 36.0, 2),
  '"course":' || (l.course / 10.0::float8), '"accuracy":' || l.accuracy_m, '"satellites":' || l.satellites,
  case when l.more ? 'valid' then null else '"valid":true' end,
  nullif(substring(l.more::text from 2 for length(l.more::text) - 2), '')) || '}'`
