import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PMTiles } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calatayud, makeTowns, soria } from '../../../test/town.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { addMap } from './add-map.api.ts'
import { maxRangeBytes, readRange } from '../../platform/http/byte-range.ts'
import type { MapFile } from './map.types.ts'
import { removeMap } from './registry.api.ts'

const directory = mkdtempSync(join(tmpdir(), 'rastro-map-files-'))
const town = makeTowns([calatayud])

let world: World
let map: MapFile
beforeAll(async () => {
  world = await openWorld({ RASTRO_MAP_DIR: directory })
  map = await add('calatayud', town)
})
afterAll(async () => {
  await world.close()
  rmSync(directory, { recursive: true })
})

function add(name: string, content: Buffer): Promise<MapFile> {
  const from = join(directory, `${name}.source`)
  writeFileSync(from, content)
  return addMap(world.ctx, { from, name }, { requireConsent: async () => {}, onProgress: () => {} })
}

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  world.app.inject({ method, url, headers })

describe('a registered map', () => {
  test('is in the configuration of the web interface, and gone once it is removed', async () => {
    const second = await add('soria', makeTowns([soria], { schema: 'openmaptiles' }))
    const names = async () => (await get('/web/config.json')).json().maps.map(({ name }: MapFile) => name)
    await expect.poll(names).toEqual(['calatayud', 'soria'])
    const [first] = (await get('/web/config.json')).json().maps
    expect(first).toEqual({
      name: 'calatayud',
      url: `/maps/${map.file}`,
      bounds: [-1.6731, 41.3232, -1.6131, 41.3832],
      coverage: [[-2.1094, 40.9799, -1.4062, 41.5086]],
      minZoom: 0,
      maxZoom: 14,
      schema: 'protomaps',
      attribution: expect.stringContaining('© OpenStreetMap'),
    })
    await removeMap(world.ctx, 'soria')
    expect((await get(`/maps/${second.file}`)).statusCode).toBe(404)
    await expect.poll(names).toEqual(['calatayud'])
  })

  test('is read by the reader of browsers', async () => {
    await world.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.app.server.address() as AddressInfo
    const archive = new PMTiles(`http://127.0.0.1:${port}/maps/${map.file}`)
    expect(await archive.getHeader()).toMatchObject({ maxZoom: 14, etag: `"${map.sha256.slice(0, 32)}"` })
    const tile = await archive.getZxy(14, 8_117, 6_121)
    expect(tile!.data.byteLength).toBeGreaterThan(1_000)
  })

  test('is sent in ranges that never change, without compression', async () => {
    const path = `/maps/${map.file}`
    const part = await get(path, { range: 'bytes=100-299', 'accept-encoding': 'gzip, br' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-299/${town.length}`])
    expect(part.rawPayload.equals(town.subarray(100, 300))).toBe(true)
    expect(part.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'content-length': '200',
      'x-content-type-options': 'nosniff',
    })
    expect(part.headers['content-encoding']).toBeUndefined()
    const whole = await get(path)
    expect([whole.statusCode, whole.rawPayload.equals(town)]).toEqual([200, true])
    const etag = String(whole.headers.etag)
    expect((await get(path, { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await get(path, { range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206)
    expect((await get(path, { range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200)
    const outside = await get(path, { range: `bytes=${town.length}-` })
    expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, `bytes */${town.length}`])
    const head = await get(path, {}, 'HEAD')
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, `${town.length}`, ''])
  })

  test('is the only file of the directory that can be read', async () => {
    writeFileSync(join(directory, 'secret-0123456789ab.pmtiles'), 'secret')
    const tried = [
      'secret-0123456789ab.pmtiles',
      'calatayud.json',
      '..%2fsecret',
      '%2e%2e/x',
      '',
      '.',
      map.name,
    ]
    for (const name of tried) {
      const answer = await get(`/maps/${name}`)
      expect([name, answer.statusCode, answer.body.includes('secret"')]).toEqual([name, 404, false])
    }
  })

  test('with a damaged description is left out', async () => {
    writeFileSync(join(directory, 'broken.json'), '{"name": "broken", "file": "../../etc/passwd"}')
    writeFileSync(join(directory, 'empty.json'), '')
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    expect((await get('/web/config.json')).json().maps).toHaveLength(1)
    expect((await get('/maps/..%2f..%2fetc%2fpasswd')).statusCode).toBe(404)
  })

  test('whose file is missing or shorter does not stop the process', async () => {
    const other = await add('lost', makeTowns([soria]))
    await expect.poll(async () => (await get(`/maps/${other.file}`)).statusCode).toBe(200)
    truncateSync(join(directory, other.file), 10)
    await get(`/maps/${other.file}`, { range: 'bytes=100-200' }).catch(() => {})
    rmSync(join(directory, other.file))
    expect((await get(`/maps/${other.file}`)).statusCode).toBe(404)
    expect((await get(`/maps/${map.file}`)).statusCode).toBe(200)
    expect(readdirSync(directory)).toContain('lost.json')
  })
})

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=10-', { first: 10, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=50-1000', { first: 50, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-8', 'unsatisfiable'],
  ['bytes=0-1,5-6', 'unsatisfiable'],
  ['bytes=-', 'unsatisfiable'],
  ['items=0-1', undefined],
])('the range %s of 100 bytes', (header, expected) => {
  expect(readRange(header, 100)).toEqual(expected)
})

test('a range is cut to a limit', () => {
  expect(readRange('bytes=5-', 1e9)).toEqual({ first: 5, last: 5 + maxRangeBytes - 1 })
})
