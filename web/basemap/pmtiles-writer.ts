// Writes one PMTiles file, version 3: header, root directory, metadata, leaf directories, tiles.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Tile } from './tiles.ts'

type Entry = { id: number; offset: number; length: number; run: number }

const headerBytes = 127
const entriesInLeaf = 1_024
const gzip = 2
const none = 1
const vectorTiles = 1

/** The number of tiles at lower zooms plus the index on the Hilbert curve of this zoom. */
export function tileId(z: number, x: number, y: number): number {
  let id = (4 ** z - 1) / 3
  let [column, row] = [x, y]
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const right = (column & side) > 0 ? 1 : 0
    const down = (row & side) > 0 ? 1 : 0
    id += side * side * ((3 * right) ^ down)
    if (down) continue
    if (right) {
      column = side - 1 - column
      row = side - 1 - row
    }
    ;[column, row] = [row, column]
  }
  return id
}

function varint(value: number, into: number[]): void {
  let rest = value
  while (rest >= 0x80) {
    into.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  into.push(rest)
}

function directory(entries: Entry[]): Buffer {
  const bytes: number[] = []
  varint(entries.length, bytes)
  for (const [at, { id }] of entries.entries()) varint(id - (entries[at - 1]?.id ?? 0), bytes)
  for (const { run } of entries) varint(run, bytes)
  for (const { length } of entries) varint(length, bytes)
  for (const [at, { offset }] of entries.entries()) {
    const before = entries[at - 1]
    varint(before && before.offset + before.length === offset ? 0 : offset + 1, bytes)
  }
  return gzipSync(Uint8Array.from(bytes), { level: 9 })
}

/** Identical tiles are stored once; consecutive tiles on the curve with the same content share an entry. */
function pack(tiles: Tile[]): { entries: Entry[]; bodies: Uint8Array[]; addressed: number } {
  const sorted = tiles.map((tile) => ({ id: tileId(tile.z, tile.x, tile.y), bytes: tile.bytes }))
  sorted.sort((a, b) => a.id - b.id)
  const offsets = new Map<string, number>()
  const bodies: Uint8Array[] = []
  const entries: Entry[] = []
  let end = 0
  for (const { id, bytes } of sorted) {
    const digest = createHash('sha256').update(bytes).digest('hex')
    const offset = offsets.get(digest) ?? end
    if (offset === end) {
      offsets.set(digest, offset)
      bodies.push(bytes)
      end += bytes.length
    }
    const last = entries.at(-1)
    if (last && last.offset === offset && last.id + last.run === id) last.run += 1
    else entries.push({ id, offset, length: bytes.length, run: 1 })
  }
  return { entries, bodies, addressed: sorted.length }
}

function leavesOf(entries: Entry[]): { root: Buffer; leaves: Buffer } {
  const rootEntries: Entry[] = []
  const leaves: Buffer[] = []
  let offset = 0
  for (let from = 0; from < entries.length; from += entriesInLeaf) {
    const leaf = directory(entries.slice(from, from + entriesInLeaf))
    rootEntries.push({ id: entries[from]!.id, offset, length: leaf.length, run: 0 })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root: directory(rootEntries), leaves: Buffer.concat(leaves) }
}

const world: [west: number, south: number, east: number, north: number] = [-180, -85, 180, 85]

/** `tileType` is 1 for vector tiles, which are compressed, and 2 for PNG, 3 for JPEG and 4 for WebP, which are not. */
export function writePmtiles(
  tiles: Tile[],
  metadata: object,
  bounds = world,
  tileType: 1 | 2 | 3 | 4 = vectorTiles,
): Buffer {
  const { entries, bodies, addressed } = pack(tiles)
  const { root, leaves } = leavesOf(entries)
  const description = gzipSync(JSON.stringify(metadata), { level: 9 })
  const body = Buffer.concat(bodies)
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  let at = 8
  let offset = headerBytes
  for (const part of [root, description, leaves, body]) {
    header.writeBigUInt64LE(BigInt(offset), at)
    header.writeBigUInt64LE(BigInt(part.length), at + 8)
    at += 16
    offset += part.length
  }
  for (const count of [addressed, entries.length, bodies.length]) {
    header.writeBigUInt64LE(BigInt(count), at)
    at += 8
  }
  const zooms = tiles.map((tile) => tile.z)
  const compression = tileType === vectorTiles ? gzip : none
  header.set([1, gzip, compression, tileType, Math.min(...zooms), Math.max(...zooms)], at)
  const degrees = 1e7
  for (const [index, angle] of bounds.entries()) {
    header.writeInt32LE(Math.round(angle * degrees), at + 6 + 4 * index)
  }
  return Buffer.concat([header, root, description, leaves, body])
}
