// One day of one device through Fastify and the driver alone: no account, no token, no envelope.

import { fastify } from 'fastify'
import pg from 'pg'
import { bareLocationJson } from './track.queries.ts'

const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE_URL!, max: 8 })
const app = fastify()

app.get<{ Querystring: { number: string; from: string; to: string } }>('/track', async ({ query }, reply) => {
  const { rows } = await pool.query({
    name: 'track',
    text: `
      select string_agg(one.json, ',') as json
      from (
        select ${bareLocationJson} as json
        from locations l
        where l.device_number = $1 and l.fixed_at >= $2 and l.fixed_at < $3
        order by l.fixed_at, l.fingerprint) as one`,
    values: [Number(query.number), query.from, query.to],
  })
  return reply.type('application/json').send(`{"locations":[${rows[0].json ?? ''}]}`)
})

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
