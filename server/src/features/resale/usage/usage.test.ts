import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KilledError, killable } from '../../../../test/killable.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import type { MadeReseller } from '../../../../test/resale.ts'
import { adoptAccount, makeReseller } from '../../../../test/resale.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { closeDays, emitDays, reportDays } from './closing.ts'

const day = '2027-03-10'
const at = (time: string, on = day) => `${on}T${time}:00.000Z`

let world: World
let reseller: MadeReseller
let other: MadeReseller
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld({ RASTRO_DATABASE_POOL_SIZE: '12' })
  world.clock.hold(at('08:00'))
  reseller = await makeReseller(world)
  other = await makeReseller(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.hold(at('08:00'))
  account = await adopt(reseller)
})

/** Its first day to close is `day`. Others have nothing to close. */
async function adopt(above: MadeReseller): Promise<MadeAccount> {
  const made = await world.make.account()
  await adoptAccount(world, above, made)
  await query(`update usage_cursors set due_at = 'infinity'`)
  await query(
    `update usage_cursors set day = $2, due_at = $2::date + interval '25 hours' where account_id = $1`,
    [made.accountId, day],
  )
  return made
}
// biome-ignore lint/suspicious/noExplicitAny: rows of any table.
const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await world.superuser.query(text, values)).rows
/** Tokens expire within the days that pass here. */
const tokenOf = ({ userName, apiKey }: MadeAccount) => world.make.token(userName, apiKey)
const call = async (path: string, { staff }: MadeReseller = reseller) =>
  world.call('GET', path, { token: await tokenOf(staff) })
const closedDays = () =>
  query(
    'select day::text, licenses_peak, licenses_granted from usage_days where account_id = $1 order by day',
    [account.accountId],
  )
const isExpiring = (date: string) => ({ limits: { expires: true, expirationDate: date } })
async function remove(id: string): Promise<void> {
  const token = await tokenOf(account)
  expect((await world.call('DELETE', `/api/devices/${id}`, { token })).status).toBe(200)
}
async function closeAndReport(): Promise<void> {
  await closeDays(world.ctx)
  await reportDays(world.ctx)
}

describe('the peak of licenses', () => {
  test('is the most active devices at one instant, and not their number', async () => {
    const first = await world.make.device(account)
    const second = await world.make.device(account)
    await remove(first.id)
    await remove(second.id)
    await world.make.device(account)
    world.clock.hold(at('02:00', '2027-03-11'))
    await closeDays(world.ctx)
    expect(await closedDays()).toMatchObject([{ day, licenses_peak: 2 }])
  })

  test('of a day begins with what was active at its beginning, also if it is deleted before anything else', async () => {
    const first = await world.make.device(account)
    await world.make.device(account, isExpiring('2027-03-12'))
    world.clock.hold(at('09:00', '2027-03-11'))
    await remove(first.id)
    for (const on of ['2027-03-12', '2027-03-13', '2027-03-14']) {
      world.clock.hold(at('02:00', on))
      await closeDays(world.ctx)
    }
    const peaks = (await closedDays()).map((one) => [one.day, one.licenses_peak])
    // The second device expires when the 12th begins.
    expect(peaks).toEqual([
      ['2027-03-10', 2],
      ['2027-03-11', 2],
      ['2027-03-12', 0],
    ])
  })

  test('of an account whose licenses nothing has changed since the upgrade is that of its devices', async () => {
    await world.make.device(account)
    await query('delete from license_days where account_id = $1', [account.accountId])
    world.clock.hold(at('01:30', '2027-03-11'))
    await closeDays(world.ctx)
    expect(await closedDays()).toMatchObject([{ day, licenses_peak: 1 }])
    expect((await closedDays())[0].licenses_granted).toBeGreaterThan(0)
  })

  test('is exact after an outage of days, whose licenses nothing has changed', async () => {
    await world.make.device(account, isExpiring('2027-03-12'))
    await world.make.device(account)
    world.clock.hold(at('12:00', '2027-03-15'))
    for (let index = 0; index < 5; index += 1) await closeDays(world.ctx)
    expect((await closedDays()).map((one) => one.licenses_peak)).toEqual([2, 2, 1, 1, 1])
  })
})

describe('a closed day', () => {
  test('is closed an hour after its end, once, by any number of processes, and never changes', async () => {
    await world.make.device(account)
    world.clock.hold(at('00:59', '2027-03-11'))
    await closeDays(world.ctx)
    expect(await closedDays()).toEqual([])
    world.clock.hold(at('01:00', '2027-03-11'))
    await Promise.all([1, 2, 3].map(() => closeDays(world.ctx)))
    expect((await closedDays()).length).toBe(1)
    const change = world.ctx.db.forAccount(account.accountId)`update usage_days set licenses_peak = 0`
    await expect(change).rejects.toThrow('permission denied')
  })

  test('is reported and emitted once, wherever a process dies', async () => {
    await world.make.device(account)
    world.clock.hold(at('02:00', '2027-03-11'))
    for (const step of [closeDays, reportDays, emitDays]) {
      for (let after = 1; ; after += 1) {
        const { ctx, isDead } = killable(world.ctx, after)
        await step(ctx).catch((error) => {
          if (!(error instanceof KilledError)) throw error
        })
        if (!isDead()) break
      }
    }
    const inTree = await query(
      'select licenses_peak, is_emitted from node_usage_days where account_number = $1',
      [account.accountId],
    )
    expect(inTree).toEqual([{ licenses_peak: 1, is_emitted: true }])
    const events = await query(`select distinct id, type from outbox where account_id = $1`, [
      reseller.staff.accountId,
    ])
    expect(events.filter(({ id }) => id.startsWith(account.account))).toEqual([
      { id: `${account.account}.${day}:usage`, type: 'usage.day_closed' },
    ])
  })

  test('has the counters of its day; what changes later is taken by the next one', async () => {
    const { accountId } = account
    await query('delete from api_usage where account_id = $1', [accountId])
    await query(`insert into api_usage values ($1, $2, 500)`, [accountId, day])
    await query(`insert into spending (account_id, period, starts_on, emails) values ($1, 'day', $2, 10)`, [
      accountId,
      day,
    ])
    await query(`insert into sms_days values ($1, $2, '+34612', 3), ($1, $2, '+35191', 2)`, [accountId, day])
    await query(`insert into location_days values ($1, $2, 7000)`, [accountId, day])
    world.clock.hold(at('02:00', '2027-03-11'))
    await closeDays(world.ctx)
    // One e-mail was refused, an SMS too, and locations were written late.
    await query('update spending set emails = 9 where account_id = $1', [accountId])
    await query(`update sms_days set messages = 2 where account_id = $1 and prefix = '+34612'`, [accountId])
    await query('update location_days set stored = 7100 where account_id = $1', [accountId])
    await query(
      `insert into spending (account_id, period, starts_on, emails) values ($1, 'day', '2027-03-11', 4)`,
      [accountId],
    )
    await query(`insert into sms_days values ($1, '2027-03-11', '+34612', 5)`, [accountId])
    world.clock.hold(at('02:00', '2027-03-12'))
    await closeDays(world.ctx)
    const rows = await query(
      `select emails::int, sms::int, sms_prefixes, api_units::int, locations::int from usage_days
       where account_id = $1 order by day`,
      [accountId],
    )
    expect(rows).toEqual([
      { emails: 10, sms: 5, sms_prefixes: { '+34612': 3, '+35191': 2 }, api_units: 500, locations: 7000 },
      { emails: 3, sms: 4, sms_prefixes: { '+34612': 4 }, api_units: 0, locations: 100 },
    ])
  })

  test('does not take back what an earlier one took late, when that leaves the days it compares', async () => {
    const { accountId } = account
    await query('delete from api_usage where account_id = $1', [accountId])
    // As of before the upgrade: these days were never to be closed.
    await query(`insert into api_usage values ($1, '2027-03-08', 900)`, [accountId])
    const dayOf = (index: number) => new Date(Date.parse(day) + index * 86_400_000).toISOString().slice(0, 10)
    for (let index = 0; index < 10; index += 1) {
      const on = dayOf(index)
      await query('insert into api_usage values ($1, $2, 10)', [accountId, on])
      await query(`insert into spending (account_id, period, starts_on, emails) values ($1, 'day', $2, $3)`, [
        accountId,
        on,
        index < 2 ? 10 : 2,
      ])
      await query(`insert into sms_days values ($1, $2, '+34612', $3)`, [accountId, on, index < 2 ? 10 : 2])
      world.clock.hold(at('02:00', dayOf(index + 1)))
      await closeDays(world.ctx)
      if (index !== 1) continue
      // Requests were counted late, and more messages were refused than the next days have.
      await query('update api_usage set units = 15 where account_id = $1 and day = $2', [accountId, on])
      await query('update spending set emails = 5 where account_id = $1 and starts_on = $2', [accountId, on])
      await query('update sms_days set messages = 5 where account_id = $1 and day = $2', [accountId, on])
    }
    const rows = await query(
      `select api_units::int, emails::int, sms::int from usage_days where account_id = $1 order by day`,
      [accountId],
    )
    expect(rows.map(({ api_units: units }) => units)).toEqual([10, 10, 15, 10, 10, 10, 10, 10, 10, 10])
    expect(rows.map(({ emails }) => emails)).toEqual([10, 10, 0, 0, 1, 2, 2, 2, 2, 2])
    expect(rows.map(({ sms }) => sms)).toEqual([10, 10, 0, 0, 1, 2, 2, 2, 2, 2])
  })
})

describe('reading', () => {
  test('sums by account and in all, only below the reseller', async () => {
    const own = await adopt(other)
    await query(
      `update usage_cursors set day = $2, due_at = $2::date + interval '25 hours' where account_id = $1`,
      [account.accountId, day],
    )
    await world.make.device(account)
    world.clock.hold(at('02:00', '2027-03-11'))
    await closeAndReport()
    const period = `from=${day}&to=${day}`
    const ids = async (caller: MadeReseller) =>
      (await call(`/api/resale/usage?${period}`, caller)).body.usage.map(
        ({ accountId }: { accountId: string }) => accountId,
      )
    expect(await ids(reseller)).toContain(account.account)
    expect(await ids(reseller)).not.toContain(own.account)
    expect(await ids(other)).toEqual([own.account])
    expect((await call(`/api/resale/usage/total?${period}`, other)).body).toMatchObject({
      accounts: 1,
      days: 1,
    })
    const below = `${period}&resellerId=${reseller.id}`
    expect((await call(`/api/resale/usage?${below}`, other)).status).toBe(404)
    expect((await call('/api/resale/usage?from=2027-03-11&to=2027-03-10')).body.code).toBe(
      'usage.period_invalid',
    )
    const paged = await call(`/api/resale/usage?${period}&limit=1`)
    const next = await call(`/api/resale/usage?${period}&limit=1&cursor=${paged.body.nextCursor}`)
    expect(next.body.usage[0].accountId).not.toBe(paged.body.usage[0].accountId)
  })

  test('as files: names that are formulas are escaped, and meter events have the same identifier each time', async () => {
    await query(`update nodes set name = '=HYPERLINK("http://evil.example")' where account_number = $1`, [
      account.accountId,
    ])
    await world.make.device(account)
    world.clock.hold(at('02:00', '2027-03-11'))
    await closeAndReport()
    const file = async (format: string) =>
      String(
        (
          await world.app.inject({
            method: 'GET',
            url: `/api/resale/usage/file?from=${day}&to=${day}&format=${format}`,
            headers: { authorization: `Bearer ${await tokenOf(reseller.staff)}` },
          })
        ).body,
      )
    const row = (await file('csv')).split('\r\n').find((line) => line.startsWith(account.account))
    expect(row).toContain(`"'=HYPERLINK(""http://evil.example"")",${day},1,`)
    const events = (await file('meterEvents')).split('\n').filter((line) => line.includes(account.account))
    expect(JSON.parse(events[0]!)).toEqual({
      event_name: 'rastro_licenses_peak',
      identifier: `${account.account}.${day}.licensesPeak`,
      timestamp: Date.parse('2027-03-11T00:00:00+01:00') / 1_000 - 1,
      payload: { stripe_customer_id: account.account, value: '1' },
    })
    const json = (await file('json')).split('\n').find((line) => line.includes(account.account))
    expect(JSON.parse(json!)).toMatchObject({ accountId: account.account, day, licensesPeak: 1 })
  })
})
