// Single reads through Fastify and the driver alone: the same JSON from the same tables, without row-level security,
// token checks, limits, metrics or an envelope. Only the token call signs, because its response is a token.

import { createHash, timingSafeEqual } from 'node:crypto'
import { fastify } from 'fastify'
import { generateKeyPair, SignJWT } from 'jose'
import pg from 'pg'
import { bareLocationJson } from './track.queries.ts'

const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE_URL!, max: 8 })
const accountId = Number(process.env.BARE_ACCOUNT)
const { privateKey } = await generateKeyPair('EdDSA')
const app = fastify()

const deviceText = `
  with today as materialized (
    select day, iso_time(start_of_day(day + 1, time_zone)) as resets_at
    from (select time_zone, (now() at time zone time_zone)::date as day from accounts where account_id = $2) as local)
  select json_build_object(
    'id', d.id, 'name', d.name, 'description', d.description, 'identifier', d.identifier,
    'phoneNumber', d.phone_number, 'model', d.model, 'vehicleType', d.vehicle_type,
    'licensePlate', d.license_plate, 'driverName', d.driver_name, 'driverPhone', d.driver_phone,
    'photoUpdatedAt', (
      select iso_time(p.updated_at) from device_photos p
      where p.account_id = d.account_id and p.device_number = d.number),
    'protocol', d.protocol,
    'reportsEverySeconds', d.reports_every_seconds, 'tags', d.tags,
    'groups', coalesce((
      select json_agg(gd.group_id order by gd.group_id) from group_devices gd
      where gd.account_id = d.account_id and gd.device_number = d.number), '[]'),
    'state', case when d.expires_at <= now() then 'expired' else 'active' end,
    'licensed', d.expires_at is null or d.expires_at > now(),
    'online', coalesce(n.seen_at > now() - interval '10 minutes', false), 'lastSeenAt', iso_time(n.seen_at),
    'authenticatedBy', n.trust,
    'limits', json_build_object('expires', d.expires, 'expirationDate', d.expiration_date,
      'dailyEmailLimit', d.daily_email_limit, 'dailySmsLimit', d.daily_sms_limit),
    'usage', (
      select json_build_object('day', today.day,
        'emailsSent', coalesce(sum(c.sent) filter (where c.channel = 'email'), 0),
        'smsSent', coalesce(sum(c.sent) filter (where c.channel = 'sms'), 0), 'resetsAt', today.resets_at)
      from daily_counts c
      where c.account_id = d.account_id and c.device_number = d.number and c.day = today.day),
    'createdAt', iso_time(d.created_at), 'modifiedAt', iso_time(d.modified_at))::text as json
  from devices d
  left join newest_locations n on n.account_id = d.account_id and n.device_number = d.number
  cross join today
  where d.account_id = $2 and d.id = $1`

const lastText = `
  select ${bareLocationJson} as json
  from devices d join newest_locations l on l.account_id = d.account_id and l.device_number = d.number
  where d.account_id = $2 and d.id = $1`

for (const [path, name, text] of [
  ['/devices/:id', 'device', deviceText],
  ['/lastLocation/:id', 'lastLocation', lastText],
] as const) {
  app.get<{ Params: { id: string } }>(path, async ({ params }, reply) => {
    const { rows } = await pool.query({ name, text, values: [params.id, accountId] })
    return reply.type('application/json').send(`{"${name}":${rows[0].json}}`)
  })
}

app.post<{ Body: { userName: string; apiKey: string } }>('/token', async ({ body }) => {
  const [, , id, secret = ''] = body.apiKey.split('_')
  const { rows } = await pool.query({
    name: 'key',
    text: `
      select u.user_id, k.secret_hash, k.last_used_at from directory_users u
      join api_keys k on k.account_id = u.account_id and k.user_id = u.user_id
      where u.user_name = lower($1) and k.id = 'key_' || $2`,
    values: [body.userName, id],
  })
  const hash = createHash('sha256').update(secret.slice(0, 30)).digest()
  if (!timingSafeEqual(hash, rows[0].secret_hash))
    throw new Error('wrong secret: the bench always sends the right one')
  // Once a minute, as the server does.
  if (!(Date.now() - rows[0].last_used_at < 60_000)) {
    await pool.query({
      name: 'used',
      text: `update api_keys set last_used_at = now() where account_id = $2 and id = 'key_' || $1`,
      values: [id, accountId],
    })
  }
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject(rows[0].user_id)
    .setExpirationTime('1h')
    .sign(privateKey)
  return { token }
})

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
