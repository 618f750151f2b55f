// One day of one device through Fastify and the driver alone: no account, no token, no envelope.

import { fastify } from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE_URL!, max: 8 })
const app = fastify()

app.get<{ Querystring: { number: string; from: string; to: string } }>('/track', async ({ query }, reply) => {
  const { rows } = await pool.query({
    name: 'track',
    text: `
      select string_agg(one.json, ',' order by one.fixed_at, one.fingerprint) as json
      from (
        select l.fixed_at, l.fingerprint, '{' || concat_ws(',',
          '"dateTime":"' || iso_time(l.fixed_at) || '"', '"receivedAt":"' || iso_time(l.received_at) || '"',
          '"latitude":' || (l.latitude / 1e7::float8), '"longitude":' || (l.longitude / 1e7::float8),
          '"altitude":' || l.altitude_m, '"speed":' || round(l.speed / 36.0, 2),
          '"course":' || (l.course / 10.0::float8), '"accuracy":' || l.accuracy_m,
          '"satellites":' || l.satellites, case when l.more ? 'valid' then null else '"valid":true' end) || '}' as json
        from locations l
        where l.device_number = $1 and l.fixed_at >= $2 and l.fixed_at < $3
        order by l.fixed_at, l.fingerprint) as one`,
    values: [Number(query.number), query.from, query.to],
  })
  return reply.type('application/json').send(`{"locations":[${rows[0].json ?? ''}]}`)
})

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
