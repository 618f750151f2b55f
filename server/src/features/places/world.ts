// The towns, regions and countries of the world: web/basemap/build-places.ts makes the file. Its arrays are used as they
// are, so that it is loaded once, quickly, and costs little memory.

import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
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

const file = new URL('../../../places/world.places.br', import.meta.url)
const headerAt = 8
const alignment = 8
const arrayTypes = { Int32Array, Int16Array, Uint32Array, Uint16Array, Uint8Array, Float32Array }

let loaded: World | undefined

/** Reads the file at the first call. */
export function getWorld(): World {
  loaded ??= readWorld(brotliDecompressSync(readFileSync(file)))
  return loaded
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
