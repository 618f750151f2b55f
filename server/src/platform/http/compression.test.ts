import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 30 })
  for (let number = 0; number < 20; number += 1) await world.make.device(account, { name: `Boat ${number}` })
})
afterAll(() => world.close())

function get(url: string, headers: Record<string, string> = {}, token: string | undefined = account.token) {
  return world.app.inject({
    url,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
  })
}
const namesIn = (text: string | Buffer) =>
  JSON.parse(String(text)).devices.map(({ name }: { name: string }) => name)

test.for([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip', 'br;q=0, gzip;q=0.5', gunzipSync],
] as const)('sends %s for "%s", of pages and of streams', async ([coding, accepted, decompress]) => {
  const plain = await get('/api/devices')
  for (const url of ['/api/devices', '/api/devices?limit=1000']) {
    const { headers, rawPayload } = await get(url, { 'accept-encoding': accepted })
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' })
    expect(namesIn(decompress(rawPayload))).toEqual(namesIn(plain.payload))
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  }
})

test('leaves short responses, errors, and those without a token as they are', async () => {
  const accepted = { 'accept-encoding': 'gzip, br' }
  for (const answer of [
    await get('/api/account', accepted),
    await get('/api/devices?limit=1', accepted),
    await get(`/api/devices?search=${'x'.repeat(2_000)}`, accepted),
    await get('/openapi.json', accepted, ''),
    await get('/api/devices', { 'accept-encoding': 'br;q=0, gzip;q=0.0, deflate' }),
  ]) {
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(answer.payload)).toBeTruthy()
  }
})

test('never compresses a response with a secret', async () => {
  const { devices } = JSON.parse((await get('/api/devices')).payload)
  const ids = devices.map(({ id }: { id: string }) => id)
  const body = { name: 'x'.repeat(200), type: 'live', devices: ids }
  const made = await world.call('POST', '/api/shares', { token: account.token, body })
  // As long as a response that is compressed.
  await world.call('PATCH', `/api/shares/${made.body.id}`, {
    token: account.token,
    body: { name: 'é'.repeat(200) },
  })
  const { headers, payload } = await get(`/api/shares/${made.body.id}`, { 'accept-encoding': 'gzip' })
  expect(payload.length).toBeGreaterThan(1_000)
  expect(JSON.parse(payload).secret).toBe(made.body.secret)
  expect(headers['content-encoding']).toBeUndefined()
})

test('compresses a bounded number of responses at the same time, and sends the others as they are', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => get('/api/devices', { 'accept-encoding': 'gzip' })),
  )
  const plain = answers.filter(({ headers }) => headers['content-encoding'] === undefined)
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  for (const { payload } of plain) expect(namesIn(payload)).toHaveLength(20)
  const again = await get('/api/devices', { 'accept-encoding': 'gzip' })
  expect(again.headers['content-encoding']).toBe('gzip')
})

test('sends 304 for a resource that the caller already has, and 200 once it has changed', async () => {
  const { id } = await world.make.device(account, { name: 'Cached' })
  const url = `/api/devices/${id}`
  const first = await get(url)
  const etag = String(first.headers.etag)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await get(url, { 'if-none-match': known })
    expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', etag])
  }
  await world.call('PATCH', url, { token: account.token, body: { name: 'Renamed' } })
  expect((await get(url, { 'if-none-match': etag })).json().device.name).toBe('Renamed')
})

test('If-None-Match: * is ignored for lists, which have no ETag, and for what does not exist', async () => {
  expect((await get('/api/devices', { 'if-none-match': '*' })).statusCode).toBe(200)
  expect((await get(`/api/devices/dev_${'0'.repeat(22)}`, { 'if-none-match': '*' })).statusCode).toBe(404)
})

test('a compressed response has an ETag of its own, with which it is found and changed', async () => {
  const { id } = await world.make.device(account, { name: 'Long', description: 'x'.repeat(1_900) })
  const url = `/api/devices/${id}`
  const plain = String((await get(url)).headers.etag)
  const tags = new Map<string, string>([['identity', plain]])
  for (const coding of ['gzip', 'br']) {
    const { headers } = await get(url, { 'accept-encoding': coding })
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' })
    tags.set(coding, String(headers.etag))
  }
  expect(new Set(tags.values()).size).toBe(3)
  for (const tag of tags.values()) {
    expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/)
    const known = await get(url, { 'accept-encoding': 'br', 'if-none-match': tag })
    expect(known.statusCode).toBe(304)
    expect(known.headers).toMatchObject({ etag: tag, vary: 'Accept-Encoding' })
    expect((await get(url, { 'if-none-match': tag.replace('+', '-') })).statusCode).toBe(
      tag === plain ? 304 : 200,
    )
  }
  const change = (tag: string) =>
    world.call('PATCH', url, {
      token: account.token,
      body: { name: `Name ${tag}` },
      headers: { 'if-match': tag },
    })
  expect((await change(tags.get('br')!)).status).toBe(200)
  expect((await change(tags.get('br')!)).status).toBe(412)
  const changed = await get(url, { 'accept-encoding': 'br', 'if-none-match': [...tags.values()].join(', ') })
  expect(changed.statusCode).toBe(200)
})

test('sends an error as it is, if a list fails before its first line', async () => {
  await world.superuser.query('alter table alerts rename to alerts_away')
  try {
    const { statusCode, headers, payload } = await get('/api/alerts', { 'accept-encoding': 'gzip' })
    expect(statusCode).toBe(500)
    expect(headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(payload)).toMatchObject({ success: false, code: 'server.error' })
  } finally {
    await world.superuser.query('alter table alerts_away rename to alerts')
  }
})
