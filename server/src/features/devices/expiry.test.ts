import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { days } from '../../../test/days.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
afterEach(() => world.clock.release())

const justBefore = (instant: string) => new Date(Date.parse(instant) - 1)
const daysBefore = (instant: string, count: number) => new Date(Date.parse(instant) - count * 86_400_000)

/** Everything that shows whether the only device of an account is expired. */
async function look({ userName, apiKey }: MadeAccount, id: string) {
  const token = await world.make.token(userName, apiKey)
  const read = async (path: string) => (await world.call('GET', path, { token })).body
  const { device } = await read(`/api/devices/${id}`)
  const count = async (state: string) => (await read(`/api/devices?state=${state}`)).devices.length
  const [listed] = (await read('/api/devices')).devices
  return {
    state: device.state,
    licensed: device.licensed,
    listed: listed.state,
    active: await count('active'),
    expired: await count('expired'),
    used: (await read('/api/account')).account.licenses.used,
  }
}
const active = { state: 'active', licensed: true, listed: 'active', active: 1, expired: 0, used: 1 }
const expired = { state: 'expired', licensed: false, listed: 'expired', active: 0, expired: 1, used: 0 }

describe('a device expires at the first millisecond of its date, without a sweep', () => {
  test.each(days)('$zone on $date: $description', async ({ zone, date, beginsAt }) => {
    world.clock.hold(daysBefore(beginsAt, 2))
    const house = await world.make.account({ timeZone: zone, licenses: 1 })
    const { id } = await world.make.device(house, { limits: { expires: true, expirationDate: date } })
    const write = async (path: string, body: object) => {
      const token = await world.make.token(house.userName, house.apiKey)
      const { status, body: description } = await world.call('POST', path, { token, body })
      return description.code ?? status
    }

    world.clock.hold(justBefore(beginsAt))
    expect(await look(house, id)).toEqual(active)
    expect(await write(`/api/devices/${id}/reactivate`, {})).toBe('devices.not_expired')
    expect(await write('/api/devices', { name: 'Second' })).toBe('licenses.none_free')

    world.clock.hold(beginsAt)
    expect(await look(house, id)).toEqual(expired)
    expect(await write('/api/devices', { name: 'Second' })).toBe(201)
    expect(await write(`/api/devices/${id}/reactivate`, {})).toBe('licenses.none_free')
  })
})

describe('the time zone of the account', () => {
  const date = '2026-11-20'
  const noonUtc = '2026-11-19T12:00:00Z'
  const move = async (house: MadeAccount, timeZone: string) => {
    const token = await world.make.token(house.userName, house.apiKey)
    const { status, body } = await world.call('PATCH', '/api/account', { token, body: { timeZone } })
    return status === 200 ? body.account.timeZone : body.code
  }
  const make = async (timeZone: string, licenses = 1) => {
    const house = await world.make.account({ timeZone, licenses })
    const { id } = await world.make.device(house, { limits: { expires: true, expirationDate: date } })
    return { house, id }
  }

  test('moves the expiry of devices, in both directions', async () => {
    world.clock.hold(noonUtc)
    const { house, id } = await make('UTC')
    expect(await look(house, id)).toEqual(active)
    // On Kiritimati the 20th began two hours ago.
    expect(await move(house, 'Pacific/Kiritimati')).toBe('Pacific/Kiritimati')
    expect(await look(house, id)).toEqual(expired)
    expect(await move(house, 'Europe/Madrid')).toBe('Europe/Madrid')
    expect(await look(house, id)).toEqual(active)
    world.clock.hold('2026-11-19T22:59:59.999Z')
    expect(await look(house, id)).toEqual(active)
    world.clock.hold('2026-11-19T23:00:00.000Z')
    expect(await look(house, id)).toEqual(expired)
  })

  test('cannot be changed if that would reactivate a device without a license', async () => {
    world.clock.hold(noonUtc)
    const { house, id } = await make('Pacific/Kiritimati')
    const token = await world.make.token(house.userName, house.apiKey)
    await world.call('POST', '/api/devices', { token, body: { name: 'Second' } })
    expect(await move(house, 'UTC')).toBe('licenses.none_free')
    const { body } = await world.call('GET', '/api/account', { token })
    expect(body.account).toMatchObject({ timeZone: 'Pacific/Kiritimati', licenses: { used: 1, total: 1 } })
    expect((await world.call('GET', `/api/devices/${id}`, { token })).body.device.state).toBe('expired')
  })
})

test('daily usage resets at the first millisecond of the next day', async () => {
  const { zone, date, beginsAt } = days.find((day) => day.description.startsWith('two midnights'))!
  world.clock.hold(justBefore(beginsAt))
  const house = await world.make.account({ timeZone: zone })
  const { id } = await world.make.device(house)
  const { rows } = await world.superuser.query('select account_id, number from devices where id = $1', [id])
  await world.superuser.query(
    `insert into daily_counts values ($1, $2, $3::date - 1, 'email', 3), ($1, $2, $3::date - 1, 'sms', 2)`,
    [rows[0].account_id, rows[0].number, date],
  )
  const usage = async () => {
    const token = await world.make.token(house.userName, house.apiKey)
    return (await world.call('GET', `/api/devices/${id}`, { token })).body.device.usage
  }
  const eve = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)
  expect(await usage()).toEqual({ day: eve, emailsSent: 3, smsSent: 2, resetsAt: beginsAt })
  world.clock.hold(beginsAt)
  expect(await usage()).toMatchObject({ day: date, emailsSent: 0, smsSent: 0 })
})
