// Archives and servers that are broken on purpose: each ends with a message, and nothing is registered or left behind.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { writePmtiles } from '../../../../web/basemap/pmtiles-writer.ts'
import type { RangeServer } from '../../../test/range-server.ts'
import { openRangeServer } from '../../../test/range-server.ts'
import { calatayud, makePictures, makeTowns, soria } from '../../../test/town.ts'
import { addMap } from './add-map.api.ts'
import { writeDirectories } from './archive/directory.ts'
import { createEntryList } from './archive/entry-list.ts'
import { headerBytes, readHeader, writeHeader } from './archive/header.ts'
import { readBox } from './areas.api.ts'
import type { MapContext } from './registry.api.ts'
import { listMaps } from './registry.api.ts'

const pacing = { maxAttempts: 2, retryAfterMs: 1, idleMs: 200, requestMs: 5_000 }
const scratch = mkdtempSync(join(tmpdir(), 'rastro-hostile-'))
const good = makeTowns([calatayud, soria])
const around = readBox('-1.7,41.3,-1.6,41.4')

let directory: string
let ctx: MapContext
beforeEach(() => {
  directory = mkdtempSync(join(scratch, 'maps-'))
  ctx = { config: { web: { mapDir: directory } } } as MapContext
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const add = (from: string, boxes?: typeof around) =>
  addMap(
    ctx,
    { from, boxes, pacing, name: 'hostile' },
    { requireConsent: async () => {}, onProgress: () => {} },
  )

type Entries = [id: number, offset: number, bytes: number, run: number][]

function directoryWith(entries: Entries): Buffer {
  const list = createEntryList()
  for (const entry of entries) list.add(...entry)
  return writeDirectories(list, 16_000).root
}

interface Parts {
  root: Entries
  /** Packed; one after the other. */
  leaves?: Buffer[]
  tiles?: Buffer
  metadata?: Buffer
}

const layers = (...ids: string[]) => ({ vector_layers: ids.map((id) => ({ id })) })
const protomaps = layers('earth', 'water', 'roads', 'places')
const anyTiles = Buffer.alloc(1_000)

/** An archive with a valid header and these parts. */
function build({
  root,
  leaves = [],
  tiles = anyTiles,
  metadata = gzipSync(JSON.stringify(protomaps)),
}: Parts): Buffer {
  const directories = Buffer.concat(leaves)
  const packedRoot = directoryWith(root)
  const [metadataAt, leavesAt] = [
    headerBytes + packedRoot.length,
    headerBytes + packedRoot.length + metadata.length,
  ]
  const header = writeHeader({
    ...readHeader(good, good.length),
    root: { offset: headerBytes, bytes: packedRoot.length },
    metadata: { offset: metadataAt, bytes: metadata.length },
    leaves: { offset: leavesAt, bytes: directories.length },
    tiles: { offset: leavesAt + directories.length, bytes: tiles.length },
  })
  return Buffer.concat([header, packedRoot, metadata, directories, tiles])
}

function changed(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(good)
  change(bytes)
  return bytes
}

const looping = directoryWith([[0, 0, 0, 0]])
/** Refers to itself: its entry has its own offset and size. */
const loop = directoryWith([[0, 0, looping.length, 0]])
const other = directoryWith([[5, 0, 10, 1]])
const bomb = gzipSync(Buffer.alloc(64_000_000))
const tileOf = (bytes: Buffer) => [{ z: 0, x: 0, y: 0, bytes }]

const archives: [string, Buffer, RegExp][] = [
  ['something else', Buffer.alloc(5_000, 'x'), /does not begin with "PMTiles"/],
  ['nothing', Buffer.alloc(0), /too short/],
  ['version 2', changed((bytes) => bytes.writeUInt8(2, 7)), /only 3 is supported/],
  ['AVIF pictures', changed((bytes) => bytes.writeUInt8(5, 99)), /AVIF tiles, but only vector, PNG/],
  ['vector tiles as pictures', changed((bytes) => bytes.writeUInt8(2, 99)), /a tile is not a PNG picture/],
  ['pictures of an odd size', makePictures(calatayud, { sizePx: 300 }), /tiles of 300 x 300 pixels/],
  ['an unknown compression', changed((bytes) => bytes.writeUInt8(4, 97)), /compressed with gzip/],
  ['a truncated file', good.subarray(0, good.length - 1_000), /would end after/],
  ['a section of 2^60 bytes', changed((bytes) => bytes.writeBigUInt64LE(2n ** 60n, 64)), /too large/],
  ['bounds around nothing', changed((bytes) => bytes.writeInt32LE(1_800_000_000, 102)), /its bounds are/],
  ['zooms up to 200', changed((bytes) => bytes.writeUInt8(200, 101)), /zooms 0 to 200/],
  ['a root directory that is not compressed', changed((bytes) => bytes.fill(0, 127, 140)), /decompressed/],
  [
    'directories that refer to themselves',
    build({ root: [[0, 0, loop.length, 0]], leaves: [loop] }),
    /too deeply/,
  ],
  [
    'a leaf directory with tiles of another one',
    build({ root: [[100, 0, other.length, 0]], leaves: [other] }),
    /tiles of another one/,
  ],
  [
    'a leaf directory after the end',
    build({ root: [[0, 5_000, 100, 0]], leaves: [loop] }),
    /after the end of the dir/,
  ],
  ['tiles after the end', build({ root: [[0, 990, 11, 1]] }), /after the end of the tiles/],
  ['an empty tile', build({ root: [[0, 0, 0, 1]] }), /a tile has 0 bytes/],
  [
    'overlapping runs',
    build({
      root: [
        [0, 0, 10, 50],
        [20, 0, 10, 1],
      ],
    }),
    /not in order/,
  ],
  ['a run to the end of time', build({ root: [[0, 0, 10, 4_000_000_000]] }), /not in order/],
  [
    'a leaf directory that expands to 64 MB',
    build({ root: [[0, 0, bomb.length, 0]], leaves: [bomb] }),
    /larger than/,
  ],
  ['metadata that expands to 64 MB', build({ root: [[0, 0, 10, 1]], metadata: bomb }), /larger than/],
  [
    'metadata that is no object',
    build({ root: [[0, 0, 10, 1]], metadata: gzipSync('[1]') }),
    /not a JSON object/,
  ],
  ['a tile that expands to 64 MB', writePmtiles(tileOf(bomb), protomaps), /a tile is larger/],
  [
    'a tile that is not compressed',
    writePmtiles(tileOf(Buffer.from('tile')), protomaps),
    /cannot be decompressed/,
  ],
  ['a tile that is no tile', writePmtiles(tileOf(gzipSync('not a tile')), protomaps), /cannot be decoded/],
  ['empty tiles', writePmtiles(tileOf(gzipSync('')), protomaps), /its tiles are empty/],
  [
    'an unknown schema',
    makeTowns([soria], { more: layers('streets', 'houses') }),
    /Their layers: houses, streets/,
  ],
  [
    'the schema of Protomaps version 3',
    makeTowns([soria], { more: layers('earth', 'water', 'roads', 'places', 'natural') }),
    /before 4/,
  ],
]

test.each(archives)('%s', async (_, content, message) => {
  const path = join(scratch, 'archive.pmtiles')
  writeFileSync(path, content)
  await expect(add(path)).rejects.toThrow(message)
  expect(readdirSync(directory)).toEqual([])
  // The same on a cut, which reads the directories first.
  await expect(add(path, readBox('-180,-85,180,85'))).rejects.toThrow(message)
  expect(readdirSync(directory)).toEqual([])
})

test('directories with a wrong number of entries, and cut at any byte', () => {
  const path = join(scratch, 'archive.pmtiles')
  return Promise.all(
    [1, 60, 126, 127, 200, 400, 600, 1_000].map(async (bytes) => {
      const one = `${path}.${bytes}`
      writeFileSync(one, good.subarray(0, bytes))
      await expect(add(one)).rejects.toThrow(/damaged/)
    }),
  )
})

type Misbehaviour = NonNullable<RangeServer['misbehave']>
const headers = (from: number, to: number, size = good.length) => ({
  'content-range': `bytes ${from}-${to}/${size}`,
})

const servers: [string, (server: RangeServer) => Misbehaviour, RegExp][] = [
  [
    'ignores ranges',
    ({ content }) =>
      ({ response }) =>
        !!response.end(content),
    /ignores range requests/,
  ],
  [
    'answers 404',
    () =>
      ({ response }) =>
        !!response.writeHead(404).end(),
    /answers 404/,
  ],
  [
    'always answers 503',
    () =>
      ({ response }) =>
        !!response.writeHead(503).end(),
    /answers 503/,
  ],
  [
    'replaces the archive between two requests',
    (server) => (answer) => {
      if (answer.number > 3) server.etag = '"2"'
      return false
    },
    /was replaced meanwhile/,
  ],
  [
    'has another size in the next request',
    (server) =>
      ({ number }) => {
        if (number > 3) server.content = Buffer.concat([good, good])
        return false
      },
    /was replaced meanwhile/,
  ],
  [
    'sends other bytes',
    () =>
      ({ from, to, response }) =>
        !!response.writeHead(206, headers(from + 1, to + 1)).end(good.subarray(from + 1, to + 2)),
    /other bytes than requested/,
  ],
  [
    'sends more bytes',
    () =>
      ({ from, to, response }) =>
        !!response.writeHead(206, headers(from, to)).end(Buffer.alloc(to - from + 2)),
    /more bytes than requested/,
  ],
  [
    'does not name the bytes',
    () =>
      ({ response }) =>
        !!response.writeHead(206).end('x'),
    /Content-Range/,
  ],
  [
    'compresses',
    () =>
      ({ from, to, response }) =>
        !!response.writeHead(206, { ...headers(from, to), 'content-encoding': 'gzip' }).end(gzipSync('x')),
    /compresses/,
  ],
  [
    'stops in the middle of every answer',
    () =>
      ({ from, to, response }) => {
        if (to - from < 100) return false
        response.writeHead(206, { ...headers(from, to), 'content-length': to - from + 1, etag: '"1"' })
        response.write(good.subarray(from, from + 50), () => response.destroy())
        return true
      },
    /it continues where it stopped/,
  ],
  [
    'sends nothing',
    () =>
      ({ number, from, to, response }) => {
        if (number < 3) return false
        response.writeHead(206, { ...headers(from, to), etag: '"1"' }).flushHeaders()
        return true
      },
    /sent nothing for 0.2 s/,
  ],
  [
    'sends zeros instead of tiles',
    () =>
      ({ number, from, to, response }) =>
        number > 4 &&
        !!response.writeHead(206, { ...headers(from, to), etag: '"1"' }).end(Buffer.alloc(to - from + 1)),
    /a tile cannot be decompressed/,
  ],
]

test.each(servers)('a server that %s', async (_, misbehaviour, message) => {
  const server = await openRangeServer(good)
  server.misbehave = misbehaviour(server)
  try {
    await expect(add(server.url, around)).rejects.toThrow(message)
    expect(await listMaps(ctx)).toEqual([])
    expect(readdirSync(directory).filter((name) => !name.endsWith('.part'))).toEqual([])
  } finally {
    await server.close()
  }
})

test('a server that stops once is asked again', async () => {
  const server = await openRangeServer(good)
  server.misbehave = ({ number, response }) => {
    if (number % 2 === 1) return false
    response.destroy()
    return true
  }
  await add(server.url, around)
  expect(await listMaps(ctx)).toHaveLength(1)
  await server.close()
})
