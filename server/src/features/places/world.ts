// The towns, regions and countries of the world: web/basemap/build-places.ts makes the file. Its arrays are used as they
// are, so that it is loaded once, quickly, and costs little memory.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { metrics } from '../../platform/observability/metrics.ts'
import type { TownTree } from './nearest-town.ts'
import { boxesOf } from './nearest-town.ts'
import type { RegionGrid } from './region-at.ts'

/** Spanish and Portuguese only where they differ. */
export type Names = [en: string, es?: string, pt?: string]

export interface World extends RegionGrid, TownTree {
  /** Of each town, its place in `countries`. */
  townCountries: Uint8Array
  /** Of each town, the number of its region. */
  townRegions: Uint16Array
  townPopulations: Uint32Array
  /** One after the other, as UTF-8. */
  townNames: Uint8Array
  townNameStarts: Uint32Array
  /** In the order of their folded names. */
  townsByName: Uint32Array
  /** Codes of two letters. */
  countries: string[]
  /** Region 1 is the first. */
  regions: [country: string, ...Names][]
  /** Of towns whose Spanish or Portuguese name differs, by number. */
  otherNames: Record<number, [es: string, pt: string]>
}

/** With `SHA256SUMS`, which `sha256sum -c` reads too. */
export const placesFolder = new URL('../../../places/', import.meta.url)
const fileName = 'world.places.br'
/** How the file begins: the version of its format. */
export const placesFormat = 'RPL1'
const headerAt = 8
const alignment = 8
const arrayTypes = { Int32Array, Int16Array, Uint32Array, Uint16Array, Uint8Array, Float32Array }

let loaded: World | 'unreadable' | undefined

/** Undefined if the file cannot be read. It is read at the first call. */
export function findWorld(): World | undefined {
  if (loaded === undefined) loadWorld()
  return loaded === 'unreadable' ? undefined : loaded
}

/** Throws without the file: for tests and benchmarks. */
export function getWorld(): World {
  const world = findWorld()
  if (!world) throw new Error(`${fileName} cannot be read`)
  return world
}

/** Returns why the file cannot be read. */
export function loadWorld(folder: URL = placesFolder): string | undefined {
  const beganAtMs = performance.now()
  try {
    loaded = readPlaces(folder)
    metrics.placesTowns.set(loaded.townCountries.length)
    metrics.placesLoad.set((performance.now() - beganAtMs) / 1_000)
    return undefined
  } catch (error) {
    loaded = 'unreadable'
    metrics.placesTowns.set(0)
    return (error as Error).message
  }
}

/** Throws if a file is missing, incomplete, or of another version. Unchecked, damaged borders could loop for ever. */
export function readPlaces(folder: URL = placesFolder): World {
  const file = new URL(fileName, folder)
  const compressed = read(file)
  const [expected] = read(new URL('SHA256SUMS', folder)).toString().split(' ')
  if (createHash('sha256').update(compressed).digest('hex') !== expected)
    throw new Error(`${fileURLToPath(file)} is damaged: it differs from SHA256SUMS`)
  const bytes = brotliDecompressSync(compressed)
  const format = bytes.toString('latin1', 0, placesFormat.length)
  if (format !== placesFormat)
    throw new Error(`${fileURLToPath(file)} has the format "${format}", not "${placesFormat}"`)
  return readWorld(bytes)
}

function read(file: URL): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const path = fileURLToPath(file)
    throw new Error(code === 'ENOENT' ? `${path} is missing` : `${path} cannot be read (${code})`)
  }
}

function readWorld(bytes: Buffer): World {
  const headerLength = bytes.readUInt32LE(4)
  const { sections, ...rest } = JSON.parse(bytes.toString('utf8', headerAt, headerAt + headerLength))
  const start = Math.ceil((headerAt + headerLength) / alignment) * alignment
  // Arrays must begin at a multiple of their element's size, which the offset of a buffer in its pool may not be.
  const { buffer, byteOffset } =
    bytes.byteOffset % alignment === 0 ? bytes : Buffer.from(new Uint8Array(bytes))
  const arrays = Object.entries(sections as Record<string, [keyof typeof arrayTypes, number, number]>).map(
    ([name, [type, offset, length]]) => [
      name,
      new arrayTypes[type](buffer as ArrayBuffer, byteOffset + start + offset, length),
    ],
  )
  const stored: Omit<World, 'townBoxes'> = { ...rest, ...Object.fromEntries(arrays) }
  const world = { ...stored, townBoxes: boxesOf(stored.townVectors) }
  addDifferences(world.borders)
  return world
}

/** The file has each point of a line as its difference from the one before, which is compressed to half the size. */
function addDifferences(borders: Int16Array): void {
  let index = 0
  while (index < borders.length) {
    const end = index + 3 + borders[index + 2]! * 2
    for (index += 5; index < end; index += 1) borders[index]! += borders[index - 2]!
  }
}
