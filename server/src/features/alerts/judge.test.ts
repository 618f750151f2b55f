import type { Location } from '@rastro/protocols'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { Presence } from '../devices/presence.api.ts'
import { createPresence } from '../devices/presence.api.ts'
import type { DeviceCache } from '../recorder/device-cache.api.ts'
import { createDeviceCache } from '../recorder/device-cache.api.ts'
import { toRow } from '../recorder/location-row.api.ts'
import { recordMessages } from '../recorder/recorder.ts'
import type { Judge } from './judge.api.ts'
import { createJudge } from './judge.api.ts'

let world: World
let account: MadeAccount
let deviceCache: DeviceCache
let presence: Presence
let judges: Judge[]
const imeis = imeisOf('35630705', 200)
let sequence = 0

beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 1_000 })
  deviceCache = createDeviceCache(world.ctx)
  presence = createPresence(world.ctx)
  judges = [createJudge(world.ctx), createJudge(world.ctx)]
})
afterAll(async () => {
  deviceCache.stop()
  for (const judge of judges) judge.stop()
  await world.close()
})

interface Boat {
  id: string
  imei: string
}
async function boat(owner = account): Promise<Boat> {
  const imei = imeis.pop()!
  const { id } = await world.make.device(owner, { identifier: imei })
  // Tests report as if the tracker had been registered for long.
  await world.superuser.query(`update directory_identifiers set since = '-infinity' where identifier = $1`, [
    imei,
  ])
  return { id, imei }
}

const baseMs = Date.now() - 3_600_000
type Report = Partial<Location> & { second: number }

/** A location reported some seconds after the start of the hour. */
function reported({ imei }: Boat, { second, ...location }: Report, receivedAt = new Date()) {
  const whole: Location = {
    fixedAt: new Date(baseMs + second * 1_000),
    latitude: 41,
    longitude: 2,
    valid: true,
    alarms: [],
    attributes: {},
    ...location,
  }
  return toRow(whole, { deviceRef: imei, protocol: 'teltonika', receivedAt, datesRollOver: false })
}

async function record(rows: ReturnType<typeof reported>[], by = 0, partition = 0): Promise<void> {
  sequence += 1
  const bytes = Buffer.from(JSON.stringify({ rows }))
  const recording = { ...world.ctx, judging: { judge: judges[by]!, partition }, publishing: { presence } }
  await recordMessages(recording, deviceCache, [{ stream: 'judge', sequence, bytes }])
}

async function inbox(
  { id }: Boat,
  query = '',
): Promise<{ name: string; second: number; state: string; id: string }[]> {
  const { body } = await world.call('GET', `/api/alerts?deviceId=${id}${query}`, { token: account.token })
  return body.alerts
    .map((alert: { dateTime: string; name: string; state: string; id: string }) => ({
      id: alert.id,
      name: alert.name,
      second: (Date.parse(alert.dateTime) - baseMs) / 1_000,
      state: alert.state,
    }))
    .reverse()
}
const seconds = async (boat: Boat) =>
  (await inbox(boat)).filter(({ state }) => state !== 'withdrawn').map(({ second }) => second)

/** A running judge sees rule changes within two seconds; a new one sees them at once. */
async function newJudge(): Promise<number> {
  return judges.push(createJudge(world.ctx)) - 1
}

const sos = { alarms: ['sos' as const] }

describe('a rule', () => {
  test('raises an alert with an explanation in the transaction that stores the location', async () => {
    const ship = await boat()
    const rule = await world.make.rule(account, { devices: [ship.id], name: 'Help' })
    const by = await newJudge()
    await record([reported(ship, { second: 0 }), reported(ship, { second: 10, ...sos })], by)
    const [alert] = await inbox(ship)
    expect(alert).toMatchObject({ name: 'sos', second: 10, state: 'open' })
    const { body } = await world.call('GET', `/api/alerts/${alert!.id}/explanation`, { token: account.token })
    expect(body.explanation).toMatchObject({
      summary: 'The SOS button was pressed',
      rule: { id: rule.id, name: 'Help', type: 'sos' },
      location: { latitude: 41, longitude: 2, alerts: ['sos'] },
      facts: { signal: 'sos' },
    })
  })

  test('judges restored locations, without notifications once they are half an hour old', async () => {
    const contact = await world.make.contact(account)
    await world.superuser.query('update contacts set verified_at = now() where id = $1', [contact.id])
    const [received, restored] = [await boat(), await boat()]
    for (const { id } of [received, restored]) {
      await world.make.rule(account, { devices: [id], contacts: [contact.id] })
    }
    const again = judges.push(createJudge(world.ctx, { isRestore: true })) - 1
    const pressed = (ship: Boat) => [reported(ship, { second: 10, ...sos }, new Date(baseMs + 11_000))]
    await record(pressed(received), await newJudge())
    await record(pressed(restored), again)
    const { rows } = await world.superuser.query(
      `select a.late, count(n.id)::int as notified from alerts a join devices d on d.number = a.device_number
       left join notifications n on n.alert_number = a.number where d.id = any($1) group by d.id, a.late order by notified`,
      [[received.id, restored.id]],
    )
    expect(rows).toEqual([
      { late: true, notified: 0 },
      { late: false, notified: 1 },
    ])
  })

  test('raises the same alert once, however often its location arrives', async () => {
    const ship = await boat()
    await world.make.rule(account, { devices: [ship.id] })
    const by = await newJudge()
    const rows = [
      reported(ship, { second: 0 }),
      reported(ship, { second: 10, ...sos }),
      reported(ship, { second: 20, ...sos }),
    ]
    await record(rows, by)
    await record(rows, by)
    await record(rows, await newJudge())
    expect(await seconds(ship)).toEqual([10])
  })

  test('starts with an empty memory after a change, within two seconds', async () => {
    const ship = await boat()
    const rule = await world.make.rule(account, {
      devices: [ship.id],
      type: 'speed',
      settings: { above: 100 },
    })
    const by = await newJudge()
    await record([reported(ship, { second: 0, speedKmh: 90 })], by)
    const body = { settings: { above: 80 } }
    await world.call('PATCH', `/api/alertRules/${rule.id}`, { token: account.token, body })
    let second = 0
    await expect
      .poll(
        async () => {
          second += 1
          await record([reported(ship, { second, speedKmh: 90 })], by)
          return (await inbox(ship)).length
        },
        // Two seconds are documented.
        { timeout: 4_000 },
      )
      .toBe(1)
  })

  test('does not apply to devices of another account', async () => {
    const other = await world.make.account()
    const [ship, foreign] = [await boat(), await boat(other)]
    await world.make.rule(account)
    const by = await newJudge()
    await record([reported(ship, { second: 0, ...sos }), reported(foreign, { second: 0, ...sos })], by)
    expect(await seconds(ship)).toEqual([0])
    expect((await world.call('GET', '/api/alerts', { token: other.token })).body.alerts).toEqual([])
    await world.superuser.query('delete from alert_rules where account_id = $1', [account.accountId])
  })

  test('raises nothing for an expired device', async () => {
    const ship = await boat()
    await world.make.rule(account, { devices: [ship.id] })
    const body = { expires: true, expirationDate: '2020-01-01' }
    await world.call('PATCH', `/api/devices/${ship.id}/limits`, { token: account.token, body })
    await record([reported(ship, { second: 0, ...sos })], await newJudge())
    expect(await seconds(ship)).toEqual([])
  })
})

describe('the memory of a rule', () => {
  const fast = { speedKmh: 120 }
  async function speeding() {
    const ship = await boat()
    await world.make.rule(account, {
      devices: [ship.id],
      type: 'speed',
      settings: { above: 100, forSeconds: 30 },
    })
    return { ship, by: await newJudge() }
  }

  test('survives a change of the recorder', async () => {
    const { ship, by } = await speeding()
    await record([reported(ship, { second: 0, ...fast })], by)
    await record([reported(ship, { second: 20, ...fast })], await newJudge())
    await record([reported(ship, { second: 40, ...fast })], by)
    await record([reported(ship, { second: 60, ...fast })], await newJudge())
    expect(await seconds(ship)).toEqual([30])
  })

  test('is corrected by late locations: alerts are moved, raised or withdrawn', async () => {
    const { ship, by } = await speeding()
    await record([reported(ship, { second: 0, ...fast }), reported(ship, { second: 40, ...fast })], by)
    expect(await seconds(ship)).toEqual([30])
    // A slower location in between: the condition did not last.
    await record([reported(ship, { second: 20, speedKmh: 50 })], by)
    expect(await seconds(ship)).toEqual([])
    expect((await inbox(ship)).map(({ state }) => state)).toEqual(['withdrawn'])
    await record([reported(ship, { second: 80, ...fast })], by)
    expect(await seconds(ship)).toEqual([70])
    // A late location shows that it was fast earlier.
    await record([reported(ship, { second: 30, ...fast })], by)
    expect(await seconds(ship)).toEqual([60])
  })

  test('ignores locations older than 15 minutes, except for SOS', async () => {
    const ship = await boat()
    await world.make.rule(account, { devices: [ship.id] })
    await world.make.rule(account, { devices: [ship.id], type: 'speed', settings: { above: 100 } })
    const by = await newJudge()
    await record([reported(ship, { second: 2_000 })], by)
    await record([reported(ship, { second: 100, ...fast, ...sos })], by)
    const alerts = await inbox(ship)
    expect(alerts).toMatchObject([{ name: 'sos', second: 100 }])
  })

  test('is not silenced by one location whose clock ran a day ahead', async () => {
    const { ship, by } = await speeding()
    const fresh = (second: number) => reported(ship, { second, ...fast }, new Date(baseMs + second * 1_000))
    await record([reported(ship, { second: 0 })], by)
    await record([reported(ship, { second: 72_000 }, new Date(baseMs + 5_000))], by)
    for (const second of [10, 20, 30, 40, 50]) await record([fresh(second)], by)
    expect(await seconds(ship)).toEqual([40])
  })
})

test('alerts depend neither on the order of locations nor on the recorder', async () => {
  const ships = await Promise.all(Array.from({ length: 20 }, () => boat()))
  await world.make.rule(account, {
    devices: ships.map(({ id }) => id),
    type: 'speed',
    settings: { above: 100, forSeconds: 20, hysteresis: 10 },
  })
  const pair = [await newJudge(), await newJudge()]
  let state = 7
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const tracks = ships.map((ship) => {
    let speedKmh = 90
    return Array.from({ length: 60 }, (_, index) => {
      speedKmh = Math.max(0, Math.min(150, speedKmh + (random() - 0.5) * 40))
      return { ship, second: index * 7, speedKmh: Math.round(speedKmh) }
    })
  })
  const arriving = tracks.flat().map((one) => ({ one, order: one.second + random() * 60 }))
  arriving.sort((left, right) => left.order - right.order)
  for (let index = 0; index < arriving.length; index += 10) {
    const rows = arriving.slice(index, index + 10).map(({ one: { ship, ...rest } }) => reported(ship, rest))
    await record(rows, pair[random() < 0.5 ? 0 : 1])
    if (random() < 0.3) await record(rows, pair[random() < 0.5 ? 0 : 1])
  }
  for (const [index, ship] of ships.entries()) {
    // Computed independently of the judge: fast for 20 s, and only after it was down to 90 again.
    const expected: number[] = []
    let since: number | undefined
    let alerted = false
    for (const { second, speedKmh } of tracks[index]!) {
      if (speedKmh > 100) {
        since ??= second
        if (!alerted && second - since >= 20) {
          expected.push(since + 20)
          alerted = true
        }
      } else if (!alerted || speedKmh <= 90) {
        since = undefined
        alerted = false
      }
    }
    expect([ship.id, await seconds(ship)]).toEqual([ship.id, expected])
  }
})
