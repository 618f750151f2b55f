import { setTimeout as sleep } from 'node:timers/promises'
import type { Density } from '@rastro/simulator/demo/movement'
import { instantsOf, locationAt } from '@rastro/simulator/demo/movement'
import { planDemo } from '@rastro/simulator/demo/plan'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../../scripts/services/ports.ts'
import type { Command } from '../../test/processes.ts'
import { runRastro } from '../../test/processes.ts'
import type { WholeWorld } from '../../test/whole.ts'
import { openWholeWorld } from '../../test/whole.ts'

const dayMs = 86_400_000
const devices = 24
let world: WholeWorld

beforeAll(async () => {
  world = await openWholeWorld(await findFreePort(), { RASTRO_DIRECTIP_NETWORKS: '127.0.0.1/32' })
})
afterAll(() => world.close())

function demo(...args: string[]): Command {
  const address = [
    '--url',
    `http://127.0.0.1:${world.env.RASTRO_HTTP_PORT}`,
    '--port',
    `${world.gatewayPort}`,
  ]
  return runRastro(world.env, 'demo', '--json', '--devices', String(devices), ...address, ...args)
}

async function count(what: string): Promise<number> {
  const { rows } = await world.superuser.query(`select count(*)::int as count from ${what}`)
  return rows[0].count
}

/** The stored locations of each device in a period, by identifier. */
async function storedBetween(fromMs: number, toMs: number): Promise<Map<string, number[]>> {
  const { rows } = await world.superuser.query(
    `select d.identifier, extract(epoch from l.fixed_at)::float8 * 1000 as ms
     from locations l join devices d on d.number = l.device_number
     where l.fixed_at >= $1 and l.fixed_at < $2 order by l.fixed_at`,
    [new Date(fromMs), new Date(toMs)],
  )
  const stored = new Map<string, number[]>()
  for (const { identifier, ms } of rows) stored.set(identifier, [...(stored.get(identifier) ?? []), ms])
  return stored
}

function plannedBetween(fromMs: number, toMs: number, density: Density = 'past'): Map<string, number[]> {
  return new Map(
    planDemo(devices)
      .map((device): [string, number[]] => [
        device.identifier,
        [...instantsOf(device, fromMs, toMs, density)].filter((atMs) => locationAt(device, atMs)),
      ])
      .filter(([, instants]) => instants.length > 0),
  )
}

async function until(isTrue: () => Promise<boolean>, withinMs = 40_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('it did not come true in time')
    await sleep(100)
  }
}

test('a demo killed while filling continues without gaps or duplicates', async () => {
  const killed = demo('--only-fill', '--days', '12')
  const yesterdayMs = Date.now() - dayMs - 3_600_000
  await until(async () => [...(await storedBetween(0, yesterdayMs)).values()].flat().length > 500)
  killed.kill('SIGKILL')
  await killed.ended

  const { code, stdout, stderr } = await demo('--only-fill', '--days', '12').ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const first = JSON.parse(stdout)
  expect(first).toMatchObject({ userName: 'demo@example.com', devices })

  const fromMs = Date.now() - 11.9 * dayMs
  const toMs = Date.now() - 600_000
  expect(await storedBetween(fromMs, toMs)).toEqual(plannedBetween(fromMs, toMs))
  expect(await count('locations_standard_default')).toBe(0)
})

test('a restart creates nothing twice and keeps the password', async () => {
  const things = [
    'devices',
    'groups',
    'geofences',
    'alert_rules',
    'users',
    'shares',
    'api_keys',
    'contacts',
    'report_runs',
    'report_schedules',
  ]
  const countAll = async () => {
    const counts: number[] = []
    for (const thing of things) counts.push(await count(thing))
    return counts
  }
  const before = await countAll()
  const fromMs = Date.now() - 11 * dayMs
  const toMs = Date.now() - 600_000
  const stored = await storedBetween(fromMs, toMs)
  const { stdout } = await demo('--only-fill', '--days', '12').ended
  expect(await countAll()).toEqual(before)
  expect(await storedBetween(fromMs, toMs)).toEqual(stored)

  const { userName, password, apiKey } = JSON.parse(stdout)
  const signedIn = await world.call('POST', '/session', { body: { userName, password } })
  expect(signedIn.status).toBe(200)
  const token = await world.call('POST', '/api/Auth/Token', { body: { userName, apiKey } })
  expect(token.status).toBe(200)
  const { body } = await world.call('GET', '/api/devices?limit=100', { token: token.body.token })
  expect(body.devices).toHaveLength(devices)
})

test('the last day was judged as if it had been received live', async () => {
  const { rows } = await world.superuser.query(
    'select count(*)::int as count, bool_or(late) as late, min(at) as first from alerts',
  )
  expect(rows[0].count).toBeGreaterThan(0)
  expect(rows[0].count).toBeLessThan(60)
  expect(rows[0].late).toBe(false)
  expect(rows[0].first.getTime()).toBeGreaterThan(Date.now() - dayMs - 120_000)
})

test('devices and alerts have places, some of them geofences, and searches find them', async () => {
  const { stdout } = await demo('--only-fill', '--days', '12').ended
  const { userName, apiKey } = JSON.parse(stdout)
  const { token } = (await world.call('POST', '/api/Auth/Token', { body: { userName, apiKey } })).body
  const read = async (path: string) => (await world.call('GET', path, { token })).body
  const ids = (await read('/api/devices?limit=100')).devices.map(({ id }: { id: string }) => id)
  const places: { shortName: string; geofence: { name: string } | null }[] = []
  for (const id of ids) places.push((await read(`/api/devices/${id}/lastLocation`)).lastLocation.place)
  expect(places.filter(({ shortName }) => /\p{L}/u.test(shortName))).toHaveLength(devices)
  expect(places.filter(({ geofence }) => geofence).length).toBeGreaterThan(0)

  const { alerts } = await read('/api/alerts?limit=50')
  const located = alerts.filter(({ latitude }: { latitude: number | null }) => latitude !== null)
  expect(located.every(({ place }: { place?: { name: string } }) => place?.name)).toBe(true)

  const typesOf = async (text: string): Promise<string[]> =>
    (await read(`/api/places/search?q=${encodeURIComponent(text)}`)).results.map(
      ({ type }: { type: string }) => type,
    )
  expect(await typesOf('Madrid')).toEqual(expect.arrayContaining(['geofence', 'town']))
  expect(await typesOf('41.3532, -1.6431')).toContain('coordinates')
})

test('devices move, each with its own protocol; a signal stops the demo gracefully', async () => {
  const beganAt = new Date()
  const running = demo('--days', '12')
  const moved = () => count(`newest_locations where fixed_at > '${beganAt.toISOString()}'`)
  // The number of reports in half a minute depends on the hour: stationary devices report rarely.
  const due = plannedBetween(beganAt.getTime(), beganAt.getTime() + 30_000, 'live').size
  expect(due).toBeGreaterThan(0)
  await until(async () => (await moved()) >= due)
  running.kill('SIGINT')
  expect(await running.ended).toMatchObject({ code: 0, signal: null })
  expect(await count('quarantine')).toBe(0)
  expect(await count('dead_letters')).toBe(0)
  expect(
    await count('(select from locations group by device_number, fixed_at having count(*) > 1) as twice'),
  ).toBe(0)
})
