// The gateway's own port for trackers over HTTP: the paths of the API below /ingest/, and nothing else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../../../scripts/services/ports.ts'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { RunningGateway } from '../../roles/gateway.ts'
import { startGateway } from '../../roles/gateway.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

const [registered, unknown, flooded] = imeisOf('35630706', 3) as [string, string, string]
const requestsPerMinute = 60

let world: World
let gateway: RunningGateway
let recorder: { stop(): void }
let account: MadeAccount
let url: string

beforeAll(async () => {
  const port = await findFreePort()
  url = `http://127.0.0.1:${port}`
  world = await openWorld({
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
    RASTRO_GATEWAY_HTTP_PORT: String(port),
    RASTRO_TRUSTED_PROXIES: '127.0.0.1',
    RASTRO_REQUESTS_PER_MINUTE_PER_ADDRESS: String(requestsPerMinute),
    RASTRO_GATEWAY_SHARED_NETWORKS: '203.0.113.0/24',
  })
  gateway = await startGateway(world.ctx)
  recorder = await recordLocations(world.ctx)
  account = await world.make.account()
})
afterAll(async () => {
  await gateway.stop()
  recorder.stop()
  await world.close()
})

const report = (identifier: string, from = '192.0.2.1') =>
  fetch(`${url}/ingest/osmand?id=${identifier}&lat=41.39&lon=2.17&timestamp=${Date.now()}`, {
    headers: { 'x-forwarded-for': from },
  })
const hasLocation = async (deviceId: string) =>
  (await world.call('GET', `/api/devices/${deviceId}/lastLocation`, account)).status === 200

test('stores what a registered tracker reports, and knows no other', async () => {
  const { id } = await world.make.device(account, { identifier: registered })
  expect((await report(registered)).status).toBe(200)
  await expect.poll(() => hasLocation(id)).toBe(true)
  expect((await report(unknown)).status).toBe(400)
})

test('records the client of the proxy as the address of an unknown tracker', async () => {
  await report(unknown, '198.51.100.7')
  await expect
    .poll(async () => (await world.superuser.query('select identifier, address from quarantine')).rows)
    .toContainEqual({ identifier: unknown, address: '198.51.100.7' })
})

test('stores what comes with an ingest key, and refuses a wrong one', async () => {
  const { id } = await world.make.device(account, { identifier: 'truck-1' })
  const mapping = { identifier: 'body.id', dateTime: 'body.at', latitude: 'body.lat', longitude: 'body.lon' }
  const { path } = await world.make.ingestKey(account, { protocol: 'mapping', mapping })
  const body = JSON.stringify({ id: 'truck-1', at: new Date().toISOString(), lat: 41.5, lon: 2.1 })
  const post = (to: string) => fetch(url + to, { method: 'POST', body })
  expect((await post(path)).status).toBe(200)
  await expect.poll(() => hasLocation(id)).toBe(true)
  expect((await post(path.replace(/.{4}$/, 'zzzz'))).status).toBe(401)
  expect((await post('/ingest/mapping')).status).toBe(401)
})

test('serves neither the API nor the interface', async () => {
  const paths = ['/api/account', '/', '/session', '/readyz', '/ingest/nothing', '/.well-known/jwks.json']
  for (const path of paths)
    expect([path, (await fetch(url + path, { headers: { accept: 'text/html' } })).status]).toEqual([
      path,
      404,
    ])
})

test('answers an address that sends too much with 429, whatever it sends, and stores what others report', async () => {
  await world.make.device(account, { identifier: flooded })
  const statuses = (from: string, send: (from: string) => Promise<Response>) =>
    Promise.all(Array.from({ length: requestsPerMinute + 20 }, async () => (await send(from)).status))
  const guess = (from: string) =>
    fetch(`${url}/ingest/mapping/${'x'.repeat(43)}`, { headers: { 'x-forwarded-for': from } })
  const tooMany = (answers: number[]) => answers.filter((status) => status === 429).length
  expect(tooMany(await statuses('198.51.100.8', (from) => report(unknown, from)))).toBeGreaterThan(10)
  expect(tooMany(await statuses('198.51.100.9', guess))).toBeGreaterThan(10)
  const refused = await report(flooded, '198.51.100.8')
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  expect((await report(flooded, '192.0.2.2')).status).toBe(200)
  expect(tooMany(await statuses('203.0.113.1', (from) => report(flooded, from)))).toBe(0)
})
