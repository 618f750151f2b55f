import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allow, makeCapped, startPlatform } from '../../../test/capped.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { adoptAccount, makeReseller } from '../../../test/resale.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { startPublishing } from '../events/outbox.api.ts'
import { startNotifications } from '../notifications/worker.api.ts'
import { changeCaps } from '../resale/reseller.api.ts'
import { getPlatform } from '../resale/tree.api.ts'
import { leasePlatformNotices } from './cap-notice.queries.ts'
import { publishCapNotices } from './cap-notice.ts'

let world: World
let mailbox: Mailbox
let worker: { stop(): Promise<void> }
const lines: string[] = []
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld(
    { RASTRO_SMTP_URL: mailbox.url, RASTRO_MAIL_FROM: 'alerts@rastro.example', RASTRO_LOG_LEVEL: 'warn' },
    { logTo: { write: (line) => lines.push(line) } },
  )
  worker = await startNotifications(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await mailbox.close()
})
beforeEach(() => startPlatform(world, {}))

const query = async (text: string, values: unknown[] = []) => (await world.superuser.query(text, values)).rows
const eventsOf = ({ accountId }: MadeAccount) =>
  query(
    `select type, data->>'used' as used, data->>'cap' as cap, data->>'kind' as kind, data->>'period' as period
     from outbox where account_id = $1 and type like '%.cap%' order by number`,
    [accountId],
  )
const mailsOf = ({ accountId }: MadeAccount) =>
  query(`select user_id from identity_mails where account_id = $1 and kind = 'spending-cap'`, [accountId])

test('80 % and the end of a cap are reported once, with an event and an e-mail to those who manage the account', async () => {
  const { account, notified } = await makeCapped(world, { caps: { emailsPerDay: 20 } })
  await query('update users set email_verified_at = now() where account_id = $1', [account.accountId])
  await notified.raise(15)
  await notified.settled()
  await publishCapNotices(world.ctx)
  expect(await eventsOf(account)).toEqual([])

  await notified.raise(1)
  await notified.settled()
  await Promise.all([publishCapNotices(world.ctx), publishCapNotices(world.ctx)])
  const warned = { type: 'account.cap_warned', used: '16', cap: '20', kind: 'email', period: 'day' }
  expect(await eventsOf(account)).toEqual([warned])
  expect(await mailsOf(account)).toEqual([{ user_id: account.ownerId }])

  await notified.raise(2)
  await notified.settled()
  await publishCapNotices(world.ctx)
  expect(await eventsOf(account)).toHaveLength(1)
  await notified.raise(9)
  await notified.settled()
  await notified.raise(5, { severity: 'critical' })
  await notified.settled()
  await publishCapNotices(world.ctx)
  const reached = { ...warned, type: 'account.cap_reached', used: '18' }
  const exhausted = { ...warned, type: 'account.cap_exhausted', used: '20' }
  expect(await eventsOf(account)).toEqual([warned, reached, exhausted])
  expect(await mailsOf(account)).toHaveLength(3)

  // A changed cap is another cap.
  await allow(world, account, { emailsPerDay: 25 })
  await notified.raise(1)
  await notified.settled()
  await publishCapNotices(world.ctx)
  expect(await eventsOf(account)).toHaveLength(4)
})

test('a critical alert that does not fit is reported, though the cap is not used up', async () => {
  const { account, notified } = await makeCapped(world, { caps: { emailsPerDay: 0 } })
  await notified.raise(1)
  await notified.settled()
  await publishCapNotices(world.ctx)
  expect((await eventsOf(account)).map(({ type }) => type)).toEqual(['account.cap_reached'])
  await notified.raise(1, { severity: 'critical' })
  await notified.settled()
  await publishCapNotices(world.ctx)
  expect((await eventsOf(account)).map(({ type }) => type)).toEqual([
    'account.cap_reached',
    'account.cap_exhausted',
  ])
})

test('only users who see the whole account receive the events', async () => {
  const { account, notified } = await makeCapped(world, { caps: { emailsPerDay: 0 } })
  const group = await world.make.group(account)
  const assigned = await world.call('PATCH', `/api/devices/${notified.deviceId}`, {
    token: account.token,
    body: { groups: [group.id] },
  })
  expect(assigned.status).toBe(200)
  const viewer = await world.make.user(account, { groupIds: [group.id] })
  const { cursor } = (await world.call('GET', '/api/events', { token: account.token })).body
  await notified.raise(1)
  await notified.settled()
  await publishCapNotices(world.ctx)
  const typesFor = async (token: string) => {
    const { body } = await world.call('GET', `/api/events?after=${cursor}&limit=1000`, { token })
    return body.events.map(({ type }: { type: string }) => type) as string[]
  }
  const publishing = startPublishing(world.ctx)
  try {
    await expect.poll(() => typesFor(account.token), { timeout: 10_000 }).toContain('account.cap_reached')
    const seen = await typesFor(viewer.token)
    expect(seen).toContain('notification.suppressed')
    expect(seen.filter((type) => type.includes('cap_'))).toEqual([])
  } finally {
    await publishing.stop()
  }
})

test('notices of one account that fail do not stop those of others', async () => {
  const [broken, other] = [await makeCapped(world), await makeCapped(world)]
  const insert = (accountId: number, kind: string) =>
    query(
      `insert into spending_cap_notices (account_id, kind, period, starts_on, percent, cap, used, at)
       values ($1, $2, 'day', current_date, 80, 10, 8, now() - interval '1 hour')`,
      [accountId, kind],
    )
  await insert(broken.account.accountId, 'email')
  await insert(other.account.accountId, 'email')
  await query(
    `create function refuse_notice() returns trigger language plpgsql as $$ begin
       if new.account_id = ${broken.account.accountId} then raise 'refused'; end if; return new; end $$;
     create trigger refuse_notice before update on spending_cap_notices
       for each row execute function refuse_notice()`,
  )
  try {
    await publishCapNotices(world.ctx)
  } finally {
    await query('drop function refuse_notice cascade')
  }
  expect(await eventsOf(broken.account)).toEqual([])
  expect(await eventsOf(other.account)).toHaveLength(1)
})

test('caps of a reseller are reported to those who manage it, once', async () => {
  const reseller = await makeReseller(world)
  await query('update users set email_verified_at = now() where account_id = $1', [reseller.staff.accountId])
  await changeCaps(world.ctx, await getPlatform(world.ctx), reseller.id, { emailsPerDay: 20 })
  const { account, notified } = await makeCapped(world)
  await adoptAccount(world, reseller, account)
  const mailed = () =>
    query(
      `select user_id, account_id from identity_mails where kind = 'reseller-cap' and account_id = any($1)`,
      [[reseller.staff.accountId, account.accountId]],
    )
  const published = async () => {
    await Promise.all([publishCapNotices(world.ctx), publishCapNotices(world.ctx)])
    const rows = await query(
      `select percent, used::int from node_cap_notices where account_number = $1 order by percent`,
      [reseller.staff.accountId],
    )
    return rows.map(({ percent, used }) => [percent, used])
  }

  await notified.raise(15)
  await notified.settled()
  expect(await published()).toEqual([])
  await notified.raise(1)
  await notified.settled()
  expect(await published()).toEqual([[80, 16]])
  expect(await published()).toHaveLength(1)
  expect(await mailed()).toEqual([{ user_id: reseller.staff.ownerId, account_id: reseller.staff.accountId }])

  await notified.raise(5)
  await expect.poll(async () => (await notified.states())['suppressed reseller_cap']).toBe(3)
  expect(await published()).toEqual([
    [80, 16],
    [90, 18],
  ])
  await notified.raise(3, { severity: 'critical' })
  await expect.poll(async () => (await notified.states())['suppressed reseller_cap']).toBe(4)
  expect(await published()).toHaveLength(3)
  expect(await mailed()).toHaveLength(3)
})

test('a cap of the platform is reported to the operators and in the log, once', async () => {
  await query(`insert into operators values ('ops', 'ops@example.com', now())`)
  await startPlatform(world, { emailsPerDay: 20 })
  const { notified } = await makeCapped(world)
  await notified.raise(25)
  await expect
    .poll(async () => (await notified.states())['suppressed platform_cap'], { timeout: 10_000 })
    .toBe(7)
  await Promise.all([publishCapNotices(world.ctx), publishCapNotices(world.ctx)])
  const logged = () => lines.filter((line) => line.includes('platform cap'))
  const mailed = () => query(`select kind from identity_mails where address = 'ops@example.com'`)
  expect(logged()).toHaveLength(2)
  expect(logged().join()).toContain('platform cap nearly reached')
  expect(logged().join()).toContain('platform cap reached: only critical alerts are sent')
  expect(await mailed()).toEqual([{ kind: 'platform-cap' }, { kind: 'platform-cap' }])
  await notified.raise(5, { severity: 'critical' })
  await expect
    .poll(async () => (await notified.states())['suppressed platform_cap'], { timeout: 10_000 })
    .toBe(10)
  await Promise.all([publishCapNotices(world.ctx), publishCapNotices(world.ctx)])
  expect(logged()).toHaveLength(3)
  expect(logged()[2]).toContain('platform cap used up: no alerts are sent')
  expect(JSON.parse(logged()[2]!).level).toBe('error')
  expect(await mailed()).toHaveLength(3)
})

test('a notice whose process died while it reported it is reported by another', async () => {
  await query(
    `insert into platform_cap_notices (kind, period, starts_on, percent, cap, at) values ('sms', 'day', current_date, 80, 77, now())`,
  )
  const { ctx } = world
  expect(
    await leasePlatformNotices(ctx.db.directory, ctx.now(), new Date(ctx.now().getTime() + 60_000)),
  ).toHaveLength(1)
  const published = () =>
    query('select published_at from platform_cap_notices where cap = 77 and published_at is not null')
  await publishCapNotices(ctx)
  expect(await published()).toEqual([])
  world.clock.offsetMs = 61_000
  await publishCapNotices(ctx)
  world.clock.offsetMs = 0
  expect(await published()).toHaveLength(1)
})
