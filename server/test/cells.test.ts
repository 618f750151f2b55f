// Two cells and one directory: requests and trackers at the wrong cell are proxied to the right one.

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { socketProtocols } from '@rastro/protocols'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Nats } from '../../scripts/services/nats.ts'
import { startNats } from '../../scripts/services/nats.ts'
import { imeisOf } from '../../simulator/src/identifiers.ts'
import { writeForwardingHeader } from '../src/features/cells/forwarding-header.api.ts'
import { comparePage, releaseAbandoned } from '../src/features/cells/reservation-cleanup.api.ts'
import { createGateway } from '../src/features/gateway/gateway.api.ts'
import { storePublished } from '../src/features/gateway/mqtt-messages.ts'
import { createIngestAuthenticator } from '../src/features/ingest-keys/ingest-key.api.ts'
import { createMappings } from '../src/features/ingest-keys/mapping.api.ts'
import { randomText } from '../src/platform/crypto/ids.ts'
import type { TestCell, TestDirectory } from './cells.ts'
import { openCell, openDirectory } from './cells.ts'
import type { MadeAccount } from './make.ts'
import type { TestProxy } from './proxy.ts'
import { startProxy } from './proxy.ts'
import {
  connectTracker,
  gt06,
  locationAgo,
  sendDatagram,
  teltonika,
  teltonikaLogin,
  teltonikaPacket,
} from './tracker.ts'
import { openWorld } from './world.ts'

let directory: TestDirectory
let proxy: TestProxy
let nats: Nats
let first: TestCell
let second: TestCell
/** Lives in the first cell, and connects to the second. */
let olga: MadeAccount
const dir = mkdtempSync(join(tmpdir(), 'rastro-cells-'))
const imeis = imeisOf('35630704', 100)

beforeAll(async () => {
  directory = await openDirectory()
  proxy = await startProxy(String(directory.env.RASTRO_DIRECTORY_URL))
  nats = await startNats({ dir: join(dir, 'nats') })
  first = await openCell(directory, 1, {
    RASTRO_NATS_URL: nats.url,
    RASTRO_NATS_MONITOR_URL: nats.monitorUrl,
  })
  second = await openCell(directory, 2, { RASTRO_DIRECTORY_URL: proxy.url })
  olga = await first.make.account({ licenses: 100 })
})
afterAll(async () => {
  await first?.close()
  await second?.close()
  await proxy?.close()
  await directory?.close()
  await nats?.remove()
  rmSync(dir, { recursive: true, force: true })
})

interface RequestOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}
/** Over a real connection: responses are proxied as a stream. */
async function send(
  { url }: TestCell,
  method: string,
  path: string,
  { token, body, headers }: RequestOptions = {},
) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  // biome-ignore lint/suspicious/noExplicitAny: the response of the API.
  const parsed: any = text.startsWith('{') ? JSON.parse(text) : text
  return { status: response.status, body: parsed, headers: response.headers }
}

async function countStored(cell: TestCell, deviceId: string): Promise<number> {
  const { rows } = await cell.superuser.query(
    'select count(*)::int as count from locations l join devices d on d.number = l.device_number where d.id = $1',
    [deviceId],
  )
  return rows[0].count
}
async function untilStored(cell: TestCell, deviceId: string, count: number): Promise<void> {
  await expect.poll(() => countStored(cell, deviceId)).toBe(count)
}
async function registered(fields: object = {}) {
  const imei = imeis.pop()!
  const { id } = await first.make.device(olga, { identifier: imei, ...fields })
  return { id, imei }
}

describe('requests to the wrong API', () => {
  test('issue a token, which works there', async () => {
    const { userName, apiKey } = olga
    const got = await send(second, 'POST', '/api/Auth/Token', { body: { userName, apiKey } })
    expect(got.status).toBe(200)
    const account = await send(second, 'GET', '/api/account', { token: got.body.token })
    expect(account).toMatchObject({ status: 200, body: { account: { name: 'Expedition' } } })
    const { rows } = await second.superuser.query('select from accounts where public_id = $1', [olga.account])
    expect(rows).toHaveLength(0)
  })

  test('change data once per idempotency key, and read pages', async () => {
    const body = { name: 'Sled', identifier: imeis.pop() }
    const headers = { 'idempotency-key': randomText(12) }
    const made = await send(second, 'POST', '/api/devices', { token: olga.token, body, headers })
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toContain(made.body.device.id)
    const again = await send(second, 'POST', '/api/devices', { token: olga.token, body, headers })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const listed = await send(second, 'GET', '/api/devices?limit=1', { token: olga.token })
    expect(listed.body.devices).toHaveLength(1)
    const { rows } = await first.superuser.query('select from devices where id = $1', [made.body.device.id])
    expect(rows).toHaveLength(1)
  })

  test('sign in by password, and renew the session by the cookie', async () => {
    const { userName, password } = olga
    const signedIn = await send(second, 'POST', '/session', { body: { userName, password } })
    expect(signedIn.status).toBe(200)
    const [cookie = ''] = String(signedIn.headers.get('set-cookie')).split(';')
    expect(cookie).toContain(olga.account)
    const renewed = await send(second, 'POST', '/session/refresh', { headers: { cookie } })
    expect(renewed).toMatchObject({ status: 200, body: { token: expect.any(String) } })
    const [next = ''] = String(renewed.headers.get('set-cookie')).split(';')
    expect((await send(second, 'DELETE', '/session', { headers: { cookie: next } })).status).toBe(200)
    expect((await send(second, 'POST', '/session/refresh', { headers: { cookie: next } })).status).toBe(401)
  })

  test('end a session from the list: its token ends in both cells within 5 s', async () => {
    const { userName, password } = olga
    const signIn = async () => {
      const { body, headers } = await send(second, 'POST', '/session', { body: { userName, password } })
      const [cookie = ''] = String(headers.get('set-cookie')).split(';')
      return { token: String(body.token), id: cookie.split('.')[1] }
    }
    const [{ token }, stolen] = [await signIn(), await signIn()]
    const statuses = (of: string) =>
      Promise.all(
        [first, second].map(async (cell) => (await send(cell, 'GET', '/api/account', { token: of })).status),
      )
    expect(await statuses(stolen.token)).toEqual([200, 200])
    expect((await send(second, 'DELETE', `/api/me/sessions/${stolen.id}`, { token })).status).toBe(200)
    await expect.poll(() => statuses(stolen.token), { timeout: 5_000 }).toEqual([401, 401])
    expect(await statuses(token)).toEqual([200, 200])
  })

  test('follow the stream', async () => {
    const { id, imei } = await registered()
    const response = await fetch(`${second.url}/api/stream?kinds=location&forSeconds=20`, {
      headers: { authorization: `Bearer ${olga.token}` },
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const receive = async (word: string) => {
      while (!text.includes(word)) text += (await reader.read()).value ?? ''
    }
    await receive('event: hello')
    const tracker = await connectTracker(first.gatewayPort)
    tracker.send(teltonikaLogin(imei))
    await tracker.answer(1)
    tracker.send(teltonikaPacket(locationAgo(1)))
    await receive(id)
    tracker.close()
    await reader.cancel()
  })

  test('open a share link', async () => {
    const { id } = await registered({ name: 'Shown' })
    const { secret } = await first.make.share(olga, { devices: [id] })
    const opened = await send(second, 'GET', `/share/${secret}`)
    expect(opened).toMatchObject({ status: 200, body: { type: 'live', devices: [{ name: 'Shown' }] } })
    expect((await send(second, 'GET', `/share/lnk_${randomText(32)}`)).status).toBe(404)
  })

  test('ingest locations with an ingest key, and without one', async () => {
    const { id, imei } = await registered()
    const { path } = await first.make.ingestKey(olga, { protocol: 'osmand' })
    const query = `id=${imei}&lat=41.4&lon=2.2`
    const at = (seconds: number) => `timestamp=${Math.floor(Date.now() / 1_000) - seconds}`
    expect((await send(second, 'POST', `${path}?${query}&${at(30)}`)).status).toBe(200)
    expect((await send(second, 'POST', `/ingest/osmand?${query}&${at(20)}`)).status).toBe(200)
    await untilStored(first, id, 2)
    const unknown = await send(second, 'POST', `/ingest/osmand?id=nobody&lat=1&lon=1&${at(1)}`)
    expect(unknown.status).toBeGreaterThanOrEqual(400)
  })

  test('are refused with the same message as at the right one', async () => {
    const body = { userName: olga.userName, apiKey: `rk_live_${randomText(50)}` }
    const [there, here, unknown] = await Promise.all([
      send(second, 'POST', '/api/Auth/Token', { body }),
      send(first, 'POST', '/api/Auth/Token', { body }),
      send(second, 'POST', '/api/Auth/Token', { body: { ...body, userName: 'nobody@example.com' } }),
    ])
    expect([there.status, here.status, unknown.status]).toEqual([401, 401, 401])
    expect(there.body).toEqual(here.body)
    expect(unknown.body).toEqual(here.body)
  })

  test('keep the client’s own address', async () => {
    const { userName, apiKey } = olga
    const outgoing = request(`${second.url}/api/Auth/Token`, {
      method: 'POST',
      localAddress: '127.0.0.2',
      headers: { 'content-type': 'application/json' },
    })
    outgoing.end(JSON.stringify({ userName, apiKey }))
    const [answer] = await once(outgoing, 'response')
    expect(answer.statusCode).toBe(200)
    answer.resume()
    const { rows } = await first.superuser.query('select last_used_from from api_keys where id = $1', [
      olga.keyId,
    ])
    expect(rows[0].last_used_from).toBe('127.0.0.2')
  })
})

describe('a client that pretends to be a cell', () => {
  const forged = (to: number, address: string, secret: string) =>
    writeForwardingHeader(
      { secret },
      { from: 2, to, atMs: Date.now(), address, what: 'http' },
      'POST /api/Auth/Token',
    )
  const tokenOf = async (cell: TestCell, header: string) =>
    send(cell, 'POST', '/api/Auth/Token', {
      body: { userName: olga.userName, apiKey: olga.apiKey },
      headers: { 'x-rastro-forwarding': header },
    })
  const lastAddress = async () =>
    (await first.superuser.query('select last_used_from from api_keys where id = $1', [olga.keyId])).rows[0]
      .last_used_from

  test('keeps its own address, whatever it claims', async () => {
    expect(
      (await tokenOf(first, forged(1, '203.0.113.9', 'another secret than that of the cells'))).status,
    ).toBe(200)
    expect(await lastAddress()).toBe('127.0.0.1')
    const { secret } = first.ctx.config.access
    // As a control: a header written by a cell counts, but only in the cell it was written for.
    expect((await tokenOf(first, forged(2, '203.0.113.9', secret))).status).toBe(200)
    expect(await lastAddress()).toBe('127.0.0.1')
    expect((await tokenOf(first, forged(1, '203.0.113.9', secret))).status).toBe(200)
    expect(await lastAddress()).toBe('203.0.113.9')
  })

  test('is not proxied, so that no request loops', async () => {
    const { status } = await send(second, 'GET', '/api/account', {
      token: olga.token,
      headers: { 'x-rastro-forwarding': 'anything' },
    })
    expect(status).toBe(503)
  })

  test('cannot choose the target of a proxied request', async () => {
    let calls = 0
    const trap = createServer((_request, response) => {
      calls += 1
      response.end()
    })
    trap.listen(0, '127.0.0.1')
    await once(trap, 'listening')
    const { port } = trap.address() as AddressInfo
    const { hostname, port: apiPort } = new URL(second.url)
    const target = `http://127.0.0.1:${port}/api/account`
    for (const path of [target, `//127.0.0.1:${port}/api/account`]) {
      const headers = { authorization: `Bearer ${olga.token}` }
      const outgoing = request({ host: hostname, port: apiPort, path, headers })
      outgoing.end()
      const [answer] = await once(outgoing, 'response')
      answer.resume()
      expect(answer.statusCode).toBe(path === target ? 200 : 404)
    }
    expect(calls).toBe(0)
    trap.close()
  })

  test('cannot crash a process with invalid text', async () => {
    const { status } = await send(first, 'GET', '/api/account', {
      token: olga.token,
      headers: { 'x-rastro-forwarding': `2 1 ${Date.now()} 203.0.113.9 http ${'\u00e9'.repeat(43)}` },
    })
    expect(status).toBe(200)
    const tracker = await connectTracker(first.gatewayPort)
    const header = `RASTRO-CELL 2 1 ${Date.now()} 203.0.113.9 teltonika ${'\u00e9'.repeat(43)}\n`
    tracker.send(Buffer.from(header, 'latin1'))
    expect(await tracker.isClosed()).toBe(true)
  })

  test('gets nothing beyond its token', async () => {
    const pedro = await second.make.account()
    const { id } = await registered()
    const { status } = await send(first, 'GET', `/api/devices/${id}`, { token: pedro.token })
    expect(status).toBe(404)
    const [head, , signature] = olga.token.split('.')
    const claims = Buffer.from(JSON.stringify({ account: olga.account })).toString('base64url')
    const made = await send(second, 'GET', '/api/account', { token: `${head}.${claims}.${signature}` })
    expect(made.status).toBe(401)
  })

  test('is disconnected by the gateway', async () => {
    const { imei } = await registered()
    const tracker = await connectTracker(first.gatewayPort)
    const header = writeForwardingHeader(
      { secret: 'another secret than that of the cells' },
      {
        from: 2,
        to: 1,
        atMs: Date.now(),
        address: '203.0.113.9',
        what: 'teltonika',
      },
    )
    tracker.send(Buffer.from(`RASTRO-CELL ${header}\n`))
    tracker.send(teltonikaLogin(imei))
    expect(await tracker.isClosed()).toBe(true)
    expect(tracker.rest()).toBe('')
  })
})

describe('trackers at the wrong gateway', () => {
  test('Teltonika is answered by its home cell, and stored there', async () => {
    const { id, imei } = await registered()
    const tracker = await connectTracker(second.gatewayPort)
    tracker.send(teltonikaLogin(imei))
    expect(await tracker.answer(1)).toBe('01')
    tracker.send(teltonikaPacket(locationAgo(3), locationAgo(2)))
    expect(await tracker.answer(4)).toBe('00000002')
    await untilStored(first, id, 2)
    tracker.close()
  })

  test('login and first report may arrive in one chunk, or byte by byte', async () => {
    const { id, imei } = await registered()
    const whole = Buffer.concat([teltonikaLogin(imei), teltonikaPacket(locationAgo(9))])
    const tracker = await connectTracker(second.gatewayPort)
    tracker.send(whole)
    expect(await tracker.answer(5)).toBe('0100000001')
    tracker.close()
    const slow = await connectTracker(second.gatewayPort)
    for (const byte of Buffer.concat([teltonikaLogin(imei), teltonikaPacket(locationAgo(8))])) {
      slow.send(Buffer.from([byte]))
      await sleep(1)
    }
    expect(await slow.answer(5)).toBe('0100000001')
    slow.close()
    await untilStored(first, id, 2)
  })

  test('GT06 is answered by its home cell, and stored there', async () => {
    const { id, imei } = await registered()
    const tracker = await connectTracker(second.gatewayPort)
    tracker.send(gt06.encode.login!(imei, 6))
    expect(await tracker.answer(10)).toMatch(/^7878.*0d0a$/)
    tracker.send(gt06.encode.locations(imei, [locationAgo(2)], 7)[0]!)
    await untilStored(first, id, 1)
    tracker.close()
  })

  test('a datagram is answered through the gateway that received it', async () => {
    const { id, imei } = await registered()
    const [datagram] = teltonika.encode.datagrams!(imei, [locationAgo(2)], 5)
    const answer = await sendDatagram(second.gatewayPort, datagram!)
    expect(answer?.toString('hex')).toBe('0005cafe010501')
    await untilStored(first, id, 1)
  })

  test('nothing is acknowledged while the home cell cannot store it', async () => {
    const { id, imei } = await registered()
    const tracker = await connectTracker(second.gatewayPort)
    tracker.send(teltonikaLogin(imei))
    expect(await tracker.answer(1)).toBe('01')
    process.kill(nats.pid()!, 'SIGSTOP')
    try {
      tracker.send(teltonikaPacket(locationAgo(2)))
      await sleep(1_500)
      expect(tracker.rest()).toBe('')
    } finally {
      process.kill(nats.pid()!, 'SIGCONT')
    }
    expect(await tracker.answer(4, 10_000)).toBe('00000001')
    await untilStored(first, id, 1)
    tracker.close()
  })

  test('a connection for one cell rejects devices of another', async () => {
    const h02 = socketProtocols.find(({ name }) => name === 'h02')!
    const { id: ours, imei: here } = await registered()
    const pedro = await second.make.account({ licenses: 10 })
    const there = imeis.pop()!
    const { id: theirs } = await second.make.device(pedro, { identifier: there })
    const tracker = await connectTracker(first.gatewayPort)
    tracker.send(h02.encode.locations(here, [locationAgo(5)], 1)[0]!)
    await untilStored(first, ours, 1)
    tracker.send(h02.encode.locations(there, [locationAgo(4)], 2)[0]!)
    expect(await tracker.isClosed()).toBe(true)
    expect(await countStored(second, theirs)).toBe(0)
  })

  test('an unknown device is refused, and quarantined in the cell it connected to', async () => {
    const imei = imeis.pop()!
    const tracker = await connectTracker(second.gatewayPort)
    tracker.send(teltonikaLogin(imei))
    expect(await tracker.answer(1)).toBe('00')
    await expect
      .poll(async () => {
        const { rows } = await second.superuser.query('select from quarantine where identifier = $1', [imei])
        return rows.length
      })
      .toBe(1)
  })
})

describe('phones of a broker', () => {
  const locationOf = () =>
    Buffer.from(
      JSON.stringify({ _type: 'location', lat: 41.4, lon: 2.2, tst: Math.floor(Date.now() / 1_000) }),
    )

  test('are stored in their home cell', async () => {
    const topic = `owntracks/ana/${randomText(8)}`
    const { id } = await first.make.device(olga, { identifier: topic })
    const gateway = createGateway(second.ctx)
    const mappings = createMappings()
    const keyed = { ingestKeys: createIngestAuthenticator(second.ctx), mappings }
    await storePublished(gateway, keyed, { topic, payload: locationOf(), address: '127.0.0.1' })
    mappings.stop()
    gateway.stop()
    await untilStored(first, id, 1)
  })

  test('of an ingest key are stored in the home cell of its account', async () => {
    const identifier = randomText(8)
    const { id } = await first.make.device(olga, { identifier })
    const mapping = { identifier: 'topic', latitude: 'item.lat', longitude: 'item.lon' }
    const { id: keyId } = await first.make.ingestKey(olga, { protocol: 'mapping', mapping })
    const gateway = createGateway(second.ctx)
    const mappings = createMappings()
    const keyed = { ingestKeys: createIngestAuthenticator(second.ctx), mappings }
    const topic = `rastro/${keyId}/${identifier}`
    await storePublished(gateway, keyed, { topic, payload: locationOf(), address: '127.0.0.1' })
    mappings.stop()
    gateway.stop()
    await untilStored(first, id, 1)
  })

  test('that no cell forwards are refused', async () => {
    const topic = `owntracks/ana/${randomText(8)}`
    await first.make.device(olga, { identifier: topic })
    const body = { topic, payload: locationOf().toString('base64') }
    expect((await send(first, 'POST', '/ingest/published', { body })).status).toBe(401)
    const forwarding = { from: 2, to: 1, atMs: Date.now(), address: '127.0.0.1', what: 'published' }
    const header = writeForwardingHeader(first.ctx.config.access, forwarding, 'another body')
    const headers = { 'x-rastro-forwarding': header }
    expect((await send(first, 'POST', '/ingest/published', { body, headers })).status).toBe(401)
  })
})

describe('without the directory', () => {
  test('local accounts keep working; new names and unknown devices wait', async () => {
    const pedro = await second.make.account({ licenses: 10 })
    const imei = imeis.pop()!
    const { id } = await second.make.device(pedro, { identifier: imei })
    const { imei: elsewhere } = await registered()
    await sleep(2_100)
    proxy.blackHole()
    proxy.cut()
    try {
      const call = (method: string, path: string, body?: object) =>
        send(second, method, path, { token: pedro.token, ...(body && { body }) })
      expect((await call('GET', '/api/account')).status).toBe(200)
      expect((await call('POST', '/api/groups', { name: 'Boats' })).status).toBe(201)
      expect((await call('POST', '/api/devices', { name: 'No identifier' })).status).toBe(201)
      expect((await call('POST', '/api/devices', { name: 'New', identifier: imeis.pop() })).status).toBe(503)
      expect((await send(second, 'GET', '/api/account', { token: olga.token })).status).toBe(503)

      const tracker = await connectTracker(second.gatewayPort)
      tracker.send(teltonikaLogin(imei))
      expect(await tracker.answer(1)).toBe('01')
      tracker.send(teltonikaPacket(locationAgo(2)))
      expect(await tracker.answer(4)).toBe('00000001')
      await untilStored(second, id, 1)
      tracker.close()

      const unknown = await connectTracker(second.gatewayPort)
      unknown.send(teltonikaLogin(elsewhere))
      expect(await unknown.isClosed()).toBe(true)
      // Neither accepted nor refused: it reconnects.
      expect(unknown.rest()).toBe('')
      const { rows } = await second.superuser.query('select from devices where name = $1', ['New'])
      expect(rows).toHaveLength(0)
    } finally {
      proxy.heal()
    }
    // The account of the first cell is found again once a query of the directory succeeds.
    const readElsewhere = () => send(second, 'GET', '/api/account', { token: olga.token })
    await expect.poll(async () => (await readElsewhere()).status).toBe(200)
  })
})

describe('unused name reservations', () => {
  const insert = (name: string, pending: number) =>
    directory.superuser.query(
      `insert into names (kind, name, account_number, pending, changed_at)
       values ('identifier', $1, $2, $3, now() - interval '10 minutes')`,
      [name, olga.accountId, pending],
    )
  const count = async (name: string) =>
    (await directory.superuser.query('select from names where name = $1', [name])).rowCount

  test('are released once they are old enough, by their own cell', async () => {
    const [dead, lost] = [randomText(12), randomText(12)]
    await insert(dead, 1)
    await insert(lost, 0)
    await releaseAbandoned(second.ctx)
    await comparePage(second.ctx)
    expect([await count(dead), await count(lost)]).toEqual([1, 1])
    await releaseAbandoned(first.ctx)
    expect([await count(dead), await count(lost)]).toEqual([0, 1])
    await comparePage(first.ctx)
    expect(await count(lost)).toBe(0)
  })

  test('are kept while they are new, or while their account moves', async () => {
    const name = randomText(12)
    await insert(name, 1)
    await directory.superuser.query('update names set changed_at = now() where name = $1', [name])
    await releaseAbandoned(first.ctx)
    expect(await count(name)).toBe(1)
    await directory.superuser.query(
      "update names set changed_at = now() - interval '1 hour' where name = $1",
      [name],
    )
    const setMoving = (to: number | null) =>
      directory.superuser.query('update accounts set moving_to = $2 where account_number = $1', [
        olga.accountId,
        to,
      ])
    await setMoving(2)
    await releaseAbandoned(first.ctx)
    expect(await count(name)).toBe(1)
    await setMoving(null)
    await releaseAbandoned(first.ctx)
    expect(await count(name)).toBe(0)
  })

  test('names in use are kept, and confirmed', async () => {
    const { imei } = await registered()
    await directory.superuser.query(
      "update names set pending = 2, changed_at = now() - interval '1 hour' where name = $1",
      [imei],
    )
    await releaseAbandoned(first.ctx)
    const { rows } = await directory.superuser.query('select pending from names where name = $1', [imei])
    expect(rows).toEqual([{ pending: 0 }])
  })
})

describe('a cell alone', () => {
  test('uses no directory, and trusts no forwarding header', async () => {
    const world = await openWorld()
    try {
      expect(world.ctx.cells).toBeUndefined()
      const account = await world.make.account()
      const forwarding = { from: 2, to: 0, atMs: Date.now(), address: '203.0.113.9', what: 'http' }
      const header = writeForwardingHeader(world.ctx.config.access, forwarding, 'POST /api/Auth/Token')
      const { status } = await world.call('POST', '/api/Auth/Token', {
        body: { userName: account.userName, apiKey: account.apiKey },
        headers: { 'x-rastro-forwarding': header },
      })
      expect(status).toBe(200)
      const { rows } = await world.superuser.query('select last_used_from from api_keys')
      expect(rows[0].last_used_from).toBe('127.0.0.1')
    } finally {
      await world.close()
    }
  })
})
