// The metrics of a running system.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imeisOf } from '../../../simulator/src/identifiers.ts'
import type { Mailbox } from '../../test/mailbox.ts'
import { openMailbox } from '../../test/mailbox.ts'
import type { MadeAccount } from '../../test/make.ts'
import { runRastro, spawnServer } from '../../test/processes.ts'
import type { TestTracker } from '../../test/tracker.ts'
import {
  connectTracker,
  countReply,
  locationAgo,
  teltonikaLogin,
  teltonikaPacket,
} from '../../test/tracker.ts'
import type { WholeWorld } from '../../test/whole.ts'
import { openWholeWorld } from '../../test/whole.ts'
import { openWorld } from '../../test/world.ts'
import { createHealth } from '../platform/observability/health.ts'
import { listMetrics } from '../platform/observability/metrics-description.ts'
import type { MetricsServer } from '../platform/observability/metrics-server.ts'
import { serveMetrics } from '../platform/observability/metrics-server.ts'
import { metricsPortOf, roles } from './roles.ts'

let world: WholeWorld
let mailbox: Mailbox
let account: MadeAccount
let metricsServer: MetricsServer
const [identifier = '', unknownTracker = ''] = imeisOf('35630706', 2)
let device: { id: string }
let isStopping = false

beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWholeWorld(0, { RASTRO_SMTP_URL: mailbox.url })
  account = await world.make.account()
  device = await world.make.device(account, { identifier })
  const contact = await world.make.contact(account)
  await world.superuser.query('update contacts set verified_at = now()')
  await world.make.rule(account, { type: 'sos', contacts: [contact.id] })
  const health = createHealth(world.ctx, () => isStopping)
  metricsServer = await serveMetrics(world.ctx, health, { role: 'notifier', port: 0 })
  initial = (await get('/metrics')).text
})
afterAll(async () => {
  await metricsServer.stop()
  await world.close()
  await mailbox.close()
})

async function get(path: string) {
  const response = await fetch(`http://127.0.0.1:${metricsServer.port}${path}`)
  return { status: response.status, text: await response.text() }
}

/** The sum of all series with this name and these labels. */
function sumIn(text: string, name: string, labels: Record<string, string>): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  return text
    .split('\n')
    .filter((line) => new RegExp(`^${name}[{ ]`).test(line) && wanted.every((one) => line.includes(one)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}

/** Metrics are global to the process, which ran other tests before: counters are compared with their initial value. */
let initial = ''
async function read(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { text } = await get('/metrics')
  const isCounted = /_(total|count|bucket|sum)$/.test(name)
  return sumIn(text, name, labels) - (isCounted ? sumIn(initial, name, labels) : 0)
}

async function login(imei: string): Promise<TestTracker> {
  const tracker = await connectTracker(world.gatewayPort)
  tracker.send(teltonikaLogin(imei))
  expect(await tracker.answer(1)).toBe('01')
  return tracker
}

describe('a tracker that reports', () => {
  test('is counted from the socket to the e-mail', async () => {
    const tracker = await login(identifier)
    await expect.poll(() => read('rastro_gateway_connections', { protocol: 'teltonika' })).toBe(1)
    const before = {
      received: await read('rastro_locations_received_total', { protocol: 'teltonika' }),
      stored: await read('rastro_recorder_locations_total', { outcome: 'stored' }),
    }
    tracker.send(teltonikaPacket(locationAgo(20), locationAgo(10, { alarms: ['sos'] })))
    expect(await tracker.answer(4)).toBe(countReply(2))
    await expect
      .poll(() => read('rastro_notifications_total', { channel: 'email', outcome: 'accepted' }))
      .toBe(1)

    expect(await read('rastro_locations_received_total', { protocol: 'teltonika' })).toBe(before.received + 2)
    expect(await read('rastro_recorder_locations_total', { outcome: 'stored' })).toBe(before.stored + 2)
    expect(await read('rastro_alerts_raised_total', { kind: 'sos' })).toBe(1)
    expect(await read('rastro_notification_delay_seconds_count', { channel: 'email' })).toBe(1)
    expect(await read('rastro_gateway_acknowledgement_seconds_count')).toBeGreaterThanOrEqual(2)
    expect(await read('rastro_gateway_acknowledgement_seconds_bucket', { le: '+Inf' })).toBe(
      await read('rastro_gateway_acknowledgement_seconds_count'),
    )
    expect(await read('rastro_gateway_received_bytes_total', { transport: 'tcp' })).toBeGreaterThan(50)
    expect(await read('rastro_log_append_seconds_count', { log: 'locations' })).toBeGreaterThanOrEqual(1)
    const lastStored = await read('rastro_recorder_last_stored_timestamp_seconds')
    expect(Math.abs(Date.now() / 1_000 - lastStored)).toBeLessThan(30)
    tracker.close()
    await expect.poll(() => read('rastro_gateway_connections', { protocol: 'teltonika' })).toBe(0)
  })

  test('is counted as repeated when it sends the same location again', async () => {
    const before = await read('rastro_recorder_locations_total', { outcome: 'repeated' })
    const packet = teltonikaPacket(locationAgo(60))
    const tracker = await login(identifier)
    for (let time = 0; time < 2; time += 1) {
      tracker.send(packet)
      expect(await tracker.answer(4)).toBe(countReply(1))
    }
    await expect.poll(() => read('rastro_recorder_locations_total', { outcome: 'repeated' })).toBe(before + 1)
    tracker.close()
  })

  test('is counted as refused when it is unknown', async () => {
    const before = await read('rastro_gateway_refused_total', { reason: 'unknown_device' })
    const tracker = await connectTracker(world.gatewayPort)
    tracker.send(teltonikaLogin(unknownTracker))
    expect(await tracker.isClosed()).toBe(true)
    expect(await read('rastro_gateway_refused_total', { reason: 'unknown_device' })).toBe(before + 1)
  })
})

test('requests are counted by route pattern, not by path', async () => {
  await world.call('GET', `/api/devices/${device.id}`, { token: account.token })
  await world.call('GET', '/api/devices/dev_nobody', { token: account.token })
  await world.call('GET', '/nothing/here')
  const { text } = await get('/metrics')
  const ofDevice = { method: 'GET', route: '/api/devices/:deviceId' }
  expect(await read('rastro_api_request_seconds_count', { ...ofDevice, status: '2xx' })).toBe(1)
  expect(await read('rastro_api_request_seconds_count', { ...ofDevice, status: '4xx' })).toBe(1)
  expect(await read('rastro_api_request_seconds_count', { route: 'none' })).toBe(1)
  expect(text).not.toContain(device.id)
})

test('no series identifies a customer, a device or a tracker', async () => {
  const { text } = await get('/metrics')
  for (const name of [
    account.account,
    account.userName,
    account.ownerId,
    device.id,
    identifier,
    unknownTracker,
  ]) {
    expect(text).not.toContain(name)
  }
  const { own, process } = await listMetrics()
  const known = new Set([...own, ...process].flatMap(({ labels }) => labels).concat('role', 'le', 'quantile'))
  const used = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label))
  expect([...used].filter((label) => !known.has(label!))).toEqual([])
})

test('dependencies, connections, jobs and backlogs are shown', async () => {
  expect(await read('rastro_dependency_up', { dependency: 'database' })).toBe(1)
  expect(await read('rastro_dependency_up', { dependency: 'bus' })).toBe(1)
  expect(await read('rastro_db_connections')).toBeGreaterThan(0)
  expect((await get('/metrics')).text).toMatch(/rastro_jobs_waiting\{queue="[^"]+"/)
  await expect.poll(() => read('rastro_log_waiting_messages')).toBe(0)
  expect(await read('rastro_log_oldest_waiting_seconds', { partition: '0' })).toBe(0)
  expect(await read('rastro_notifications_waiting', { channel: 'email' })).toBe(0)
})

test('messages not stored yet have an age', async () => {
  const late = await openWorld()
  const { locations } = late.ctx.bus
  await locations.take(0, () => Promise.reject(new Error('not today')))
  expect(await locations.oldestPending()).toEqual([{ partition: 0, at: undefined }])
  const appendedAt = Date.now()
  await locations.append(0, 'first')
  await locations.append(0, 'second')
  await expect.poll(() => locations.pending()).toBe(2)
  const [oldest] = await locations.oldestPending()
  expect(Math.abs(oldest!.at!.getTime() - appendedAt)).toBeLessThan(1_000)
  await late.close()
})

describe('health', () => {
  test('is served on the metrics port', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200 })
    expect(await get('/readyz')).toMatchObject({ status: 200, text: '{"status":"ready","missing":[]}' })
    expect(await get('/elsewhere')).toMatchObject({ status: 404 })
    isStopping = true
    expect((await get('/readyz')).status).toBe(503)
    expect((await get('/healthz')).status).toBe(200)
    isStopping = false
  })

  test('a gateway is ready without the database, and a recorder is not', async () => {
    const unavailable = { directory: async () => Promise.reject(new Error('unavailable')) }
    const ctx = { ...world.ctx, db: unavailable } as never
    const gateway = createHealth(ctx, () => false, ['bus'])
    expect(await gateway.check()).toEqual({ isReady: true, missing: ['database'] })
    const recorder = createHealth(ctx, () => false, ['database', 'bus'])
    expect(await recorder.check()).toEqual({ isReady: false, missing: ['database'] })
  })
})

describe('a process', () => {
  test('serves metrics only on the port of its role', async () => {
    const first = 20_000 + Math.floor(Math.random() * 10_000)
    const api = await spawnServer({ ...world.env, RASTRO_METRICS_PORT: String(first) }, ['api'])
    try {
      const own = await fetch(`http://127.0.0.1:${metricsPortOf('api', first)}/metrics`)
      expect(own.headers.get('content-type')).toContain('text/plain')
      expect(await own.text()).toMatch(/rastro_nodejs_eventloop_lag_p99_seconds\{role="api"\} /)
      expect((await fetch(`${api.url}/metrics`)).status).toBe(404)
    } finally {
      await api.stop()
    }
  })

  test('serves no metrics without a port', () => {
    expect(roles.map((role) => metricsPortOf(role, 0))).toEqual(roles.map(() => 0))
    expect(new Set(roles.map((role) => metricsPortOf(role, 9_464))).size).toBe(roles.length)
  })

  test('reports that its port is in use', async () => {
    const taken = { ...world.env, RASTRO_METRICS_PORT: String(metricsServer.port) }
    const { code, stderr } = await runRastro(taken, 'serve', 'gateway').ended
    expect(code).toBe(1)
    expect(stderr).toContain(String(metricsServer.port))
  })
})
