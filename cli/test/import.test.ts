import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../server/test/make.ts'
import type { ServerProcess } from '../../server/test/processes.ts'
import { spawnServer } from '../../server/test/processes.ts'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import type { Customer } from './client.ts'
import { createCustomer } from './client.ts'

let world: World
let account: MadeAccount
let recorder: ServerProcess
let customer: Customer
let folder: string
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 100 })
  recorder = await spawnServer(world.env, ['recorder'])
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  folder = await mkdtemp(join(tmpdir(), 'rastro-import-'))
  customer = await createCustomer({
    RASTRO_URL: url,
    RASTRO_USER: account.userName,
    RASTRO_API_KEY: account.apiKey,
  })
})
afterAll(async () => {
  await recorder.stop()
  await world.close()
})

/** Ten days ago: late for a tracker, recent for a history. */
const today = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)

async function fileOf(name: string, text: string | Buffer): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, text)
  return file
}
async function sampleOf(name: string): Promise<string> {
  return (await readFile(new URL(`samples/${name}`, import.meta.url), 'utf8')).replaceAll('TODAY', today)
}
// biome-ignore lint/suspicious/noExplicitAny: tests read whatever was printed.
async function imported(code: number, ...args: string[]): Promise<any> {
  const ran = await customer.run('import', ...args, '--json')
  expect(ran).toMatchObject({ code, stderr: '' })
  return JSON.parse(ran.stdout)
}
async function locationsOf(deviceId: string) {
  const query = `from=${today}T00:00:00Z&to=${today}T23:59:59Z`
  return (await world.call('GET', `/api/devices/${deviceId}/locations?${query}`, { token: account.token }))
    .body.locations
}
async function deviceBy(identifier: string) {
  const path = `/api/devices?search=${identifier}`
  return (await world.call('GET', path, { token: account.token })).body.devices[0]
}

describe('devices from CSV', () => {
  test('are previewed, then created all together', async () => {
    const file = await fileOf('boats.csv', 'name,identifier\nOne,35630700001\nTwo,35630700002\n')
    expect(await imported(0, 'devices', file, '--check')).toMatchObject({
      rows: 2,
      faults: [],
      licensesNeeded: 2,
    })
    expect(await imported(0, 'devices', file)).toMatchObject({ created: 2 })
    const again = await customer.run('import', 'devices', file)
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('2.identifier already belongs to a device'),
    })
    expect((await customer.run('import', 'devices', join(folder, 'none.csv'))).code).toBe(2)
  })
})

describe('drivers from CSV', () => {
  test('are checked without a change, then created with their tags', async () => {
    const file = join(folder, 'drivers.csv')
    await writeFile(file, 'name,phone,tag\nAna,,"C1;C2"\n,,C1\n')
    const wrong = await customer.run('import', 'drivers', file, '--check')
    expect([wrong.code, wrong.stdout]).toEqual([
      1,
      'line 3, name is required\nline 3, tag is also in line 2\n2 drivers, 2 errors\n',
    ])
    await writeFile(file, 'name,phone,tag\nAna,,"C1;C2"\nBea,,\n')
    expect(await imported(0, 'drivers', file, '--check')).toMatchObject({ rows: 2, faults: [] })
    expect(await imported(0, 'drivers', file)).toMatchObject({ created: 2 })
    const again = await customer.run('import', 'drivers', file)
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining('"C1" already belongs to a driver'),
    ])
  })
})

describe('a history', () => {
  test('as GPX is stored once, and errors are reported by line', async () => {
    const device = await world.make.device(account, { name: 'Walker', identifier: '35630700010' })
    const file = await fileOf('track.gpx', await sampleOf('track.gpx'))
    const first = await imported(1, 'history', file, '--device', '35630700010')
    expect(first).toMatchObject({ read: 4, stored: 2, duplicates: 0, refused: 2 })
    expect(first.faults).toEqual([
      { where: 'line 9', message: 'the point has no time' },
      { where: 'line 10', message: expect.stringContaining('latitude') },
    ])
    expect(await locationsOf(device.id)).toMatchObject([
      { latitude: 41.5, altitude: 13, speed: 3.5, course: 0, satellites: 9 },
      { latitude: 41.5001, dateTime: `${today}T08:00:10.000Z` },
    ])
    expect(await imported(1, 'history', file, '--device', 'Walker')).toMatchObject({
      stored: 0,
      duplicates: 2,
    })
  })

  test('survives a round trip through the CSV export', async () => {
    const from = await world.make.device(account, { name: 'From' })
    const to = await world.make.device(account, { name: 'To' })
    const base = {
      latitude: 1.25,
      longitude: -2.5,
      speed: 10,
      fuel: 50,
      temperature: -3.5,
      ignition: true,
      moving: false,
      inputs: [true, false],
      outputs: [false],
      attributes: { io1: 7 },
    }
    const locations = Array.from({ length: 1_500 }, (_, at) => ({
      ...base,
      dateTime: new Date(Date.parse(`${today}T01:00:00Z`) + at * 1_000).toISOString(),
    }))
    const path = `/api/devices/${from.id}/locations`
    for (const some of [locations.slice(0, 1_000), locations.slice(1_000)]) {
      await world.call('POST', path, { token: account.token, body: { locations: some } })
    }
    const query = `from=${today}T00:00:00Z&to=${today}T23:00:00Z`
    const headers = { accept: 'text/csv' }
    const csv = (await world.call('GET', `${path}?${query}`, { token: account.token, headers })).text
    const file = await fileOf('export.csv.gz', gzipSync(csv))
    expect(await imported(0, 'history', file, '--device', 'To')).toMatchObject({ read: 1_500, stored: 1_500 })
    const without = (list: Record<string, unknown>[]) => list.map(({ receivedAt, ...rest }) => rest)
    expect(without(await locationsOf(to.id))).toEqual(without(await locationsOf(from.id)))
  })

  test('with unknown columns is rejected, with the known ones', async () => {
    await world.make.device(account, { name: 'Odd' })
    const file = await fileOf('odd.csv', 'when,lat,lon\n1,2,3\n')
    const { code, stderr } = await customer.run('import', 'history', file, '--device', 'Odd')
    expect(code).toBe(1)
    expect(stderr).toContain('Missing: dateTime. Unknown: when.')
  })

  test('raises no alerts, publishes no events, and brings no device online', async () => {
    await world.make.rule(account)
    const { cursor } = (await world.call('GET', '/api/events', { token: account.token })).body
    const loud = await world.make.device(account, { name: 'Loud' })
    const live = { dateTime: new Date().toISOString(), latitude: 1, longitude: 2 }
    await world.call('POST', `/api/devices/${loud.id}/locations`, { token: account.token, body: live })
    const device = await world.make.device(account, { name: 'Quiet' })
    const csv = `dateTime,latitude,longitude,alerts\n${today}T05:00:00Z,1,2,sos\n${today}T05:01:00Z,1,2,sos\n`
    const file = await fileOf('quiet.csv', csv)
    expect(await imported(0, 'history', file, '--device', 'Quiet')).toMatchObject({ stored: 2 })
    const shown = (await world.call('GET', `/api/devices/${device.id}`, { token: account.token })).body.device
    expect(shown).toMatchObject({ online: false, lastSeenAt: `${today}T05:01:00.000Z` })
    const alerts = (await world.call('GET', '/api/alerts', { token: account.token })).body.alerts
    expect(alerts).toEqual([])
    const { events } = (
      await world.call('GET', `/api/events?limit=1000&after=${cursor}`, { token: account.token })
    ).body
    const published = events.map((event: { deviceId: string }) => event.deviceId)
    expect(published).toEqual([loud.id])
  })
})

describe('a Traccar export', () => {
  test('as a PostgreSQL dump: a check changes nothing, an import is complete and idempotent', async () => {
    const file = await fileOf('traccar.sql', await sampleOf('traccar.sql'))
    const foreseen = await imported(1, 'traccar', file, '--check')
    const counts = {
      devices: { inExport: 2, created: 2, groups: 1 },
      positions: { inExport: 6, sent: 3, tooOld: 1, ofUnknownDevices: 1 },
      notBrought: {
        tc_geofences: 2,
        'tc_positions.address': 1,
        'tc_positions.network': 1,
        'tc_positions.geofenceids': 1,
      },
      refused: 1,
    }
    expect(foreseen).toMatchObject(counts)
    expect(await deviceBy('867440060000011')).toBeUndefined()

    const result = await imported(1, 'traccar', file)
    expect(result).toMatchObject({ ...counts, stored: 3, duplicates: 0 })
    expect(result.faults).toEqual([{ where: `${file} line 32`, message: 'fixtime is empty' }])
    const truck = await deviceBy('867440060000011')
    expect(truck).toMatchObject({
      name: 'Camión "rojo", 1',
      phoneNumber: '+34600111222',
      model: 'FMB920',
      description: 'Ana',
      tags: { category: 'truck' },
    })
    const group = (await world.call('GET', `/api/groups/${truck.groups[0]}`, { token: account.token })).body
    expect(group).toMatchObject({ name: 'Camiones', devices: [truck.id] })
    expect(await deviceBy('867440060000029')).toMatchObject({ state: 'expired' })
    expect(await locationsOf(truck.id)).toMatchObject([
      {
        speed: 10.28,
        course: 90,
        mileage: 1_200.5,
        powerVoltage: 13.8,
        satellites: 11,
        attributes: { battery: 4.05 },
      },
      { alerts: ['harshBraking'] },
    ])

    expect(await imported(1, 'traccar', file)).toMatchObject({
      devices: { inExport: 2, created: 0, groups: 0 },
      stored: 0,
      duplicates: 3,
    })
  })

  test('works as CSV of H2 and as tabs of MySQL', async () => {
    const devices = await fileOf(
      'DEVICES.CSV',
      '"ID","NAME","UNIQUEID","PHONE"\n"5","Van","867440060000037",\n',
    )
    const positions = await fileOf(
      'positions.tsv',
      `id\tdeviceid\tfixtime\tvalid\tlatitude\tlongitude\tspeed\tattributes\n1\t5\t${today} 10:00:00\t1\t40\t-3\t1\t{"sat":7}\n`,
    )
    const result = await imported(0, 'traccar', positions, devices, '--time-zone', 'Europe/Madrid')
    expect(result).toMatchObject({ devices: { created: 1 }, stored: 1 })
    const [location] = await locationsOf((await deviceBy('867440060000037')).id)
    expect(location.dateTime.slice(11, 16)).toMatch(/^0[89]:00$/)
  })

  test('reports devices of other accounts, and imports the rest', async () => {
    const other = await world.make.account()
    await world.make.device(other, { identifier: '867440060000045' })
    const devices = await fileOf(
      'two.csv',
      'id,name,uniqueid\n1,Taken,867440060000045\n2,Free,867440060000052\n',
    )
    const result = await imported(1, 'traccar', devices)
    expect(result).toMatchObject({ devices: { inExport: 2, created: 1 } })
    expect(result.faults).toEqual([
      { where: `${devices} line 2`, message: expect.stringContaining('867440060000045') },
    ])
  })

  test('is rejected if it contains no known table', async () => {
    const file = await fileOf('else.csv', 'a,b\n1,2\n')
    const { code, stderr } = await customer.run('import', 'traccar', file)
    expect(code).toBe(1)
    expect(stderr).toContain('none of Traccar’s tables')
  })
})
