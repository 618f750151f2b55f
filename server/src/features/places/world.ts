// The towns, regions and countries of the world: web/basemap/build-places.ts makes the file. Its arrays are used as they
// are, so that it is loaded once, quickly, and costs little memory.

import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

export interface World {
  cells: Int32Array
  cellStarts: Uint32Array
  cellCentres: Uint16Array
  cellEdges: Uint32Array
  edges: Int32Array
  edgeSides: Uint16Array
  townVectors: Float32Array
  townCountries: Uint16Array
  townPopulations: Uint32Array
  townNames: Uint8Array
  townNameStarts: Uint32Array
  /** Codes of two letters. */
  countries: string[]
  /** Number 1 is the first. Spanish and Portuguese only where they differ. */
  regions: [country: string, en: string, es?: string, pt?: string][]
  /** Of towns whose Spanish or Portuguese name differs, by number. */
  otherNames: Record<number, [es: string, pt: string]>
}

const file = new URL('../../../places/world.places.br', import.meta.url)
const headerAt = 8
const alignment = 8
const arrayTypes = { Int32Array, Uint32Array, Uint16Array, Float32Array, Uint8Array }

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
  const { buffer, byteOffset } = bytes.byteOffset % alignment === 0 ? bytes : Buffer.from(new Uint8Array(bytes))
  const arrays = Object.entries(sections as Record<string, [keyof typeof arrayTypes, number, number]>).map(
    ([name, [type, offset, length]]) => [
      name,
      new arrayTypes[type](buffer as ArrayBuffer, byteOffset + start + offset, length),
    ],
  )
  return { ...rest, ...Object.fromEntries(arrays) }
}
