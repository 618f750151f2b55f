import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { PMTiles } from 'pmtiles'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writePmtiles } from '../../../../web/basemap/pmtiles-writer.ts'
import { runRastro } from '../../../test/processes.ts'
import type { RangeServer } from '../../../test/range-server.ts'
import { openRangeServer } from '../../../test/range-server.ts'
import { calatayud, makePictures, makeTowns, soria } from '../../../test/town.ts'
import { testSettings } from '../../../test/world.ts'
import type { MapRequest } from './add-map.api.ts'
import { addMap } from './add-map.api.ts'
import { getArea, readBox } from './areas.api.ts'
import type { MapSize } from './map.types.ts'
import type { MapContext } from './registry.api.ts'
import { keepFormerMs, listMaps, readRegistry, removeFormer, removeMap } from './registry.api.ts'

const pacing = { maxAttempts: 3, retryAfterMs: 1, idleMs: 200, requestMs: 5_000 }
const scratch = mkdtempSync(join(tmpdir(), 'rastro-maps-'))
const towns = makeTowns([calatayud, soria])

let directory: string
let ctx: MapContext
let server: RangeServer | undefined
beforeEach(() => {
  directory = mkdtempSync(join(scratch, 'maps-'))
  ctx = { config: { web: { mapDir: directory } } } as MapContext
})
afterEach(async () => {
  await server?.close()
  server = undefined
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

async function serve(content: Buffer): Promise<RangeServer> {
  server = await openRangeServer(content)
  return server
}

async function add(request: MapRequest) {
  const sizes: MapSize[] = []
  const steps = new Set<string>()
  const map = await addMap(
    ctx,
    { pacing, ...request },
    {
      requireConsent: async (size) => {
        sizes.push(size)
      },
      onProgress: (step) => {
        steps.add(step)
      },
    },
  )
  return { map, size: sizes[0]!, steps: [...steps] }
}

const writeFile = (name: string, content: Buffer): string => {
  const path = join(scratch, name)
  writeFileSync(path, content)
  return path
}

const readerOf = (content: Buffer) =>
  new PMTiles({
    getKey: () => randomBytes(8).toString('hex'),
    getBytes: async (offset, length) => ({
      data: Uint8Array.from(content.subarray(offset, offset + length)).buffer,
    }),
  })

/** A tile with every layer of the Protomaps schema, and random content of this size. */
function makeTile(bytes: number): Buffer {
  const tile = new PbfWriter()
  for (const name of ['earth', 'water', 'roads', 'places']) {
    tile.writeMessage(
      3,
      (_, layer) => {
        layer.writeVarintField(15, 2)
        layer.writeStringField(1, name)
        layer.writeMessage(2, (_, feature) => feature.writePackedVarint(4, [9, 0, 0]), undefined)
        layer.writeStringField(3, randomBytes(bytes).toString('latin1'))
      },
      undefined,
    )
  }
  return gzipSync(tile.finish(), { level: 1 })
}

describe('a whole archive', () => {
  test('is copied from a file, described and named after it', async () => {
    const path = writeFile('Spain North.pmtiles', towns)
    const { map, size } = await add({ from: path })
    const sha256 = createHash('sha256').update(towns).digest('hex')
    expect(map).toEqual({
      name: 'spain-north',
      file: `spain-north-${sha256.slice(0, 12)}.pmtiles`,
      bytes: towns.length,
      sha256,
      bounds: [-2.4988, 41.3232, -1.6131, 41.7966],
      coverage: [
        [-2.8125, 41.5086, -2.1094, 42.033],
        [-2.1094, 40.9799, -1.4062, 41.5086],
      ],
      minZoom: 0,
      maxZoom: 14,
      schema: 'protomaps',
      attribution: expect.stringContaining('© OpenStreetMap</a>'),
      tiles: 85,
      addedAt: expect.any(String),
      source: path,
    })
    expect(size).toMatchObject({ tiles: 85, bytes: towns.length, bytesToRead: towns.length })
    expect(readFileSync(join(directory, map.file)).equals(towns)).toBe(true)
    expect(await listMaps(ctx)).toEqual([map])
  })

  test('of another server is downloaded; its address is stored without the key', async () => {
    const { url } = await serve(makeTowns([soria], { schema: 'openmaptiles' }))
    const { map, steps } = await add({ from: url })
    expect(map).toMatchObject({ name: 'planet', schema: 'openmaptiles' })
    expect(map.source).not.toContain('a-key-of-mine')
    expect(steps).toContain('downloading')
  })

  test('replaces that of the same name; its file is kept for a day', async () => {
    const { map: before } = await add({ from: writeFile('first.pmtiles', towns), name: 'streets' })
    const { map } = await add({ from: writeFile('second.pmtiles', makeTowns([soria])), name: 'streets' })
    const former = before.file.replace('.pmtiles', '.former.json')
    const files = () => readdirSync(directory).sort()
    expect(files()).toEqual(['streets.json', before.file, former, map.file].sort())
    expect(await readRegistry(ctx)).toEqual({ maps: [map], former: [before], faults: [] })
    const replacedAt = statSync(join(directory, former)).mtimeMs
    await removeFormer(ctx, replacedAt + keepFormerMs)
    expect(files()).toHaveLength(4)
    await removeFormer(ctx, replacedAt + keepFormerMs + 1_000)
    expect(files()).toEqual(['streets.json', map.file].sort())
  })

  test('that replaces itself by way of another is kept', async () => {
    const [first, second] = [
      writeFile('first.pmtiles', towns),
      writeFile('second.pmtiles', makeTowns([soria])),
    ]
    for (const from of [first, second]) await add({ from, name: 'streets' })
    const { map } = await add({ from: first, name: 'streets' })
    await removeFormer(ctx, Date.now() + 2 * keepFormerMs)
    expect(readdirSync(directory).sort()).toEqual(['streets.json', map.file].sort())
  })

  test('is removed with the files that it replaced', async () => {
    for (const town of [calatayud, soria]) {
      await add({ from: writeFile('town.pmtiles', makeTowns([town])), name: 'streets' })
    }
    await removeMap(ctx, 'streets')
    expect(readdirSync(directory)).toEqual([])
    await expect(removeMap(ctx, 'streets')).rejects.toThrow('There is no map "streets". Registered: none.')
  })

  test('is not written without consent', async () => {
    const refused = addMap(
      ctx,
      { from: writeFile('town.pmtiles', towns) },
      { requireConsent: () => Promise.reject(new Error('no')), onProgress: () => {} },
    )
    await expect(refused).rejects.toThrow('no')
    expect(readdirSync(directory)).toEqual([])
  })
})

describe('pictures', () => {
  const attribution = '© <b>Agency</b>'

  test('are registered with their size and attribution, and an area can be cut out', async () => {
    const path = writeFile(
      'Orthophoto.pmtiles',
      makePictures(calatayud, { sizePx: 512, more: { attribution } }),
    )
    const { map } = await add({ from: path, boxes: readBox('-1.65,41.34,-1.63,41.36'), maxZoom: 10 })
    expect(map).toMatchObject({
      name: 'orthophoto',
      schema: 'pictures',
      tileSizePx: 512,
      maxZoom: 10,
      attribution: '© Agency',
    })
    const cut = readerOf(readFileSync(join(directory, map.file)))
    expect(await cut.getHeader()).toMatchObject({ tileType: 2, tileCompression: 1 })
    const tile = await cut.getZxy(10, 507, 382)
    expect(Buffer.from(tile!.data).subarray(1, 4).toString()).toBe('PNG')
  })

  test('without an attribution do not get that of OpenStreetMap', async () => {
    const { map } = await add({ from: writeFile('photo.pmtiles', makePictures(calatayud)) })
    expect([map.attribution, map.tileSizePx]).toEqual(['', 256])
  })
})

describe('an area', () => {
  test('has the same tiles as the source, and no others', async () => {
    const { url } = await serve(towns)
    const { map, size } = await add({ from: url, boxes: readBox('-1.7,41.3,-1.6,41.4'), maxZoom: 13 })
    expect(map).toMatchObject({ bounds: [-1.7, 41.3232, -1.6131, 41.4], maxZoom: 13 })
    const content = readFileSync(join(directory, map.file))
    expect([content.length, map.tiles]).toEqual([size.bytes, size.tiles])
    const [source, cut] = [readerOf(towns), readerOf(content)]
    expect(await cut.getHeader()).toMatchObject({
      clustered: true,
      maxZoom: 13,
      numAddressedTiles: map.tiles,
    })
    let found = 0
    for (let zoom = 0; zoom <= 14; zoom += 1) {
      const at = (share: number) => Math.floor(share * 2 ** zoom)
      for (let x = at(0.4929); x <= at(0.4956); x += 1) {
        for (let y = at(0.3721); y <= at(0.3741); y += 1) {
          const [one, other] = [await source.getZxy(zoom, x, y), await cut.getZxy(zoom, x, y)]
          if (other) expect(Buffer.from(other.data).equals(Buffer.from(one!.data))).toBe(true)
          if (other) found += 1
        }
      }
    }
    expect(found).toBe(map.tiles)
  })

  test('of many tiles with repeated contents has each content once, in several directories', async () => {
    const zoom = 8
    const contents = Array.from({ length: 400 }, () => makeTile(8))
    const sea = makeTile(8)
    const tiles = Array.from({ length: 4 ** zoom }, (_, at) => {
      const [x, y] = [at % 2 ** zoom, Math.floor(at / 2 ** zoom)]
      // Contents of the west are repeated in the east, in another order.
      const bytes = (x * 7 + y * 3) % 5 === 0 ? sea : contents[(x * 31 + y * 17) % contents.length]!
      return { z: zoom, x, y, bytes }
    })
    const archive = writePmtiles(tiles, {})
    const { url } = await serve(archive)
    const { map } = await add({ from: url, boxes: readBox('10,-60,179,70') })
    const content = readFileSync(join(directory, map.file))
    const cut = readerOf(content)
    const kept = tiles.filter(({ x, y }) => x >= 135 && y >= 57 && y <= 181)
    expect(map.tiles).toBe(121 * 125)
    for (const { x, y, bytes } of kept.filter((_, at) => at % 7 === 0)) {
      const tile = await cut.getZxy(zoom, x, y)
      expect(gunzipSync(bytes).equals(Buffer.from(tile!.data))).toBe(true)
    }
    const used = new Set(kept.map(({ bytes }) => bytes))
    expect(await cut.getHeader()).toMatchObject({
      numTileContents: used.size,
      tileDataLength: [...used].reduce((sum, { length }) => sum + length, 0),
    })
    expect((await cut.getHeader()).leafDirectoryLength).toBeGreaterThan(0)
    expect(await cut.getZxy(zoom, 134, 100)).toBeUndefined()
  })

  test('across the antimeridian has tiles of both sides', async () => {
    const tiles = Array.from({ length: 4 ** 5 }, (_, at) => ({
      z: 5,
      x: at % 32,
      y: Math.floor(at / 32),
      bytes: makeTile(4),
    }))
    const path = writeFile('pacific.pmtiles', writePmtiles(tiles, {}))
    const { map } = await add({ from: path, boxes: getArea('fiji').boxes })
    const cut = readerOf(readFileSync(join(directory, map.file)))
    expect(await cut.getZxy(5, 31, 17)).toBeDefined()
    expect(await cut.getZxy(5, 0, 17)).toBeDefined()
    expect(await cut.getZxy(5, 16, 17)).toBeUndefined()
  })

  test('outside of the archive is refused', async () => {
    const { url } = await serve(towns)
    await expect(add({ from: url, boxes: getArea('japan').boxes })).rejects.toThrow(
      'The archive does not cover this area. It covers the box -2.50,41.32,-1.61,41.80.',
    )
    expect(readdirSync(directory)).toEqual([])
  })
})

describe('an interrupted download', () => {
  const side = 2 ** 6
  const large = writePmtiles(
    Array.from({ length: side * side }, (_, at) => {
      const [x, y] = [at % side, Math.floor(at / side)]
      return { z: 6, x, y, bytes: makeTile(1_500) }
    }),
    {},
  )
  const request = { boxes: readBox('-100,-70,100,70'), name: 'large' }

  test('continues where it stopped, with the same result', async () => {
    const whole = await serve(large)
    const { map: expected } = await add({ from: whole.url, ...request })
    const all = whole.requests.length
    await removeMap(ctx, 'large')

    const stopAt = Math.ceil(all / 2)
    whole.requests.length = 0
    whole.misbehave = ({ number, response }) => {
      if (number < stopAt) return false
      response.destroy()
      return true
    }
    await expect(add({ from: whole.url, ...request })).rejects.toThrow('it continues where it stopped')
    expect(await listMaps(ctx)).toEqual([])
    const [part] = readdirSync(directory)
    expect(part).toMatch(/^\.large\.\w+\.part$/)
    const stored = statSync(join(directory, part!)).size
    expect(stored).toBeGreaterThan(1_000_000)

    whole.misbehave = undefined
    const { map, size } = await add({ from: whole.url, ...request })
    expect(size.bytesToRead).toBeLessThan(size.bytes - stored / 2)
    expect(map.sha256).toBe(expected.sha256)
    expect(readdirSync(directory).sort()).toEqual(['large.json', map.file].sort())
  })

  test('begins again if the archive was replaced', async () => {
    const remote = await serve(large)
    remote.misbehave = ({ number, response }) => {
      if (number < 8) return false
      response.destroy()
      return true
    }
    await expect(add({ from: remote.url, ...request })).rejects.toThrow('it continues')
    remote.misbehave = undefined
    remote.etag = '"2"'
    const { size } = await add({ from: remote.url, ...request })
    expect(size.bytesToRead).toBeGreaterThan(size.bytes - 1_000_000)
    expect(readdirSync(directory)).toHaveLength(2)
  })
})

test('the command adds, lists and removes', async () => {
  const env = {
    ...testSettings,
    RASTRO_MAP_DIR: directory,
    RASTRO_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    RASTRO_NATS_URL: 'nats://127.0.0.1:1',
  }
  const { url } = await serve(towns)
  const args = ['map', 'add', url, '--area', 'España', '--max-zoom', '12']
  const refused = await runRastro(env, ...args).ended
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Add --yes')])
  expect(refused.stderr).toMatch(
    /\d+ tiles up to zoom 12: [\d.]+ kB to read in \d+ requests, [\d.]+ kB on disk/,
  )

  const added = await runRastro(env, ...args, '--yes').ended
  expect([added.code, added.stdout]).toEqual([0, expect.stringContaining('Map "spain" is registered')])
  const listed = await runRastro(env, 'map', 'list', '--json').ended
  expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'spain', maxZoom: 12 }])
  expect((await runRastro(env, 'map', 'list').ended).stdout).toMatch(/^spain +\d/m)

  const removed = await runRastro(env, 'map', 'remove', 'spain', '--yes').ended
  expect([removed.code, readdirSync(directory)]).toEqual([0, []])
  const wrong = await runRastro(env, 'map', 'add', url, '--area', 'spian').ended
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('Similar: spain')])
})
