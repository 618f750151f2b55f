// One row of one table through Fastify and the driver alone: no account, no token, no envelope.

import { fastify } from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE_URL!, max: 8 })
const app = fastify()

app.get<{ Params: { id: string } }>('/devices/:id', async ({ params }, reply) => {
  const { rows } = await pool.query({
    name: 'device',
    text: `
      with today as materialized (
        select day, iso_time(start_of_day(day + 1, time_zone)) as resets_at
        from (select time_zone, (now() at time zone time_zone)::date as day from accounts where account_id = $2) as local)
      select d.number, d.version, json_build_object(
        'id', d.id, 'name', d.name, 'description', d.description, 'identifier', d.identifier,
        'phoneNumber', d.phone_number, 'model', d.model, 'protocol', d.protocol, 'tags', d.tags,
        'groups', coalesce((
          select json_agg(gd.group_id order by gd.group_id) from group_devices gd
          where gd.account_id = d.account_id and gd.device_number = d.number), '[]'),
        'state', case when d.expires_at <= now() then 'expired' else 'active' end,
        'licensed', d.expires_at is null or d.expires_at > now(),
        'online', coalesce(n.seen_at > now() - interval '10 minutes', false), 'lastSeen', iso_time(n.seen_at),
        'limits', json_build_object('expires', d.expires, 'expirationDate', d.expiration_date,
          'dailyEmailLimit', d.daily_email_limit, 'dailySmsLimit', d.daily_sms_limit),
        'usage', (
          select json_build_object('day', today.day,
            'emailsSent', coalesce(sum(c.sent) filter (where c.channel = 'email'), 0),
            'smsSent', coalesce(sum(c.sent) filter (where c.channel = 'sms'), 0), 'resetsAt', today.resets_at)
          from daily_counts c
          where c.account_id = d.account_id and c.device_number = d.number and c.day = today.day),
        'created', iso_time(d.created_at), 'modified', iso_time(d.modified_at))::text as json
      from devices d
      left join newest_locations n on n.account_id = d.account_id and n.device_number = d.number
      cross join today
      where d.account_id = $2 and d.id = $1`,
    values: [params.id, Number(process.env.BARE_ACCOUNT)],
  })
  return reply.type('application/json').send(`{"device":${rows[0].json}}`)
})

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
