// What heartbeats report: from the bytes of a tracker to the alert.

import type { Location } from '@rastro/protocols'
import { socketProtocols } from '@rastro/protocols'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { connectTracker, gt06, locationAgo, sendDatagram } from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { RunningGateway } from '../../roles/gateway.ts'
import { startGateway } from '../../roles/gateway.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

let world: World
let gateway: RunningGateway
let recorder: { stop(): void }
let account: MadeAccount
const imeis = imeisOf('35630707', 20)

beforeAll(async () => {
  world = await openWorld({ RASTRO_GATEWAY_HOST: '127.0.0.1', RASTRO_GATEWAY_PORT: '0' })
  account = await world.make.account({ licenses: 100 })
  await world.make.rule(account, { type: 'sos' })
  gateway = await startGateway(world.ctx)
  recorder = await recordLocations(world.ctx)
})
afterAll(async () => {
  await gateway.stop()
  recorder.stop()
  await world.close()
})

async function device(identifier = imeis.pop()!): Promise<{ id: string; imei: string }> {
  const { id } = await world.make.device(account, { identifier })
  return { id, imei: identifier }
}

const reporting = (more: Partial<Location>): Location => ({
  valid: false,
  alarms: [],
  attributes: {},
  ...more,
})
const alertsOf = async (id: string) =>
  (await world.call('GET', `/api/alerts?deviceId=${id}`, { token: account.token })).body.alerts
const storedOf = async (id: string): Promise<Record<string, unknown>[]> => {
  const { rows } = await world.superuser.query(
    `select s.status from device_statuses s join devices d on d.number = s.device_number where d.id = $1 order by s.at`,
    [id],
  )
  return rows.map(({ status }) => status)
}

describe('over TCP', () => {
  test('an SOS that only the heartbeat reports raises an alert at the last known location', async () => {
    const { id, imei } = await device()
    const tracker = await connectTracker(gateway.port)
    tracker.send(gt06.encode.login!(imei, 1))
    await tracker.answer(10)
    tracker.send(gt06.encode.locations(imei, [locationAgo(60)], 2)[0]!)
    tracker.send(gt06.encode.heartbeat!(imei, 3, reporting({ alarms: ['sos'], batteryPct: 50 })))
    await expect.poll(() => alertsOf(id)).toMatchObject([{ name: 'sos', latitude: 41.5, longitude: 2.1 }])
    expect(await storedOf(id)).toMatchObject([{ battery: 50, alerts: ['sos'] }])
    tracker.close()
  })

  test('every heartbeat is answered, and only those with news are stored', async () => {
    const { id, imei } = await device()
    const tracker = await connectTracker(gateway.port)
    tracker.send(gt06.encode.login!(imei, 1))
    await tracker.answer(10)
    for (const [index, batteryPct] of [100, 100, 100, 50, 50].entries()) {
      tracker.send(gt06.encode.heartbeat!(imei, 2 + index, reporting({ batteryPct })))
      expect(await tracker.answer(10)).toMatch(/^78780513/)
    }
    await expect.poll(() => storedOf(id)).toHaveLength(2)
    tracker.close()
  })
})

const watch = socketProtocols.find(({ name }) => name === 'watch')!

test('a tracker without a login is identified by its heartbeat, and an unknown one is quarantined', async () => {
  const frame = (identifier: string) => {
    const text = 'LK,0,0,77'
    return Buffer.from(`[3G*${identifier}*${text.length.toString(16).padStart(4, '0')}*${text}]`)
  }
  expect(watch.decode(frame('8800000015'), { transport: 'tcp', settings: {} }, new Date())).toMatchObject({
    status: { batteryPct: 77 },
  })
  const { id } = await device('8800000015')
  const known = await connectTracker(gateway.port)
  known.send(frame('8800000015'))
  await expect.poll(() => storedOf(id)).toMatchObject([{ battery: 77 }])
  known.close()

  const unknown = await connectTracker(gateway.port)
  unknown.send(frame('8800000016'))
  expect(await unknown.isClosed()).toBe(true)
  const quarantined = async () =>
    (await world.superuser.query(`select protocol from quarantine where identifier = '8800000016'`)).rows
  await expect.poll(quarantined).toEqual([{ protocol: 'watch' }])
})

test('over UDP a status is stored before it is answered', async () => {
  const h02 = socketProtocols.find(({ name }) => name === 'h02')!
  const { id, imei } = await device('8800000017')
  const datagram = Buffer.from(`*HQ,${imei},HTBT,64#`)
  const decoded = h02.decode(datagram, { transport: 'udp', settings: {} }, new Date())
  expect(decoded).toMatchObject({ kind: 'heartbeat', identifier: imei, status: { batteryPct: 64 } })
  await sendDatagram(gateway.port, datagram, 2_000)
  await expect.poll(() => storedOf(id)).toMatchObject([{ battery: 64 }])
})

test('over HTTP too', async () => {
  const { id, imei } = await device()
  const { path } = await world.make.ingestKey(account, { protocol: 'osmand' })
  const answer = await world.app.inject({ method: 'GET', url: `${path}?id=${imei}&batt=31` })
  expect(answer.statusCode).toBe(200)
  await expect.poll(() => storedOf(id)).toMatchObject([{ battery: 31 }])
})
