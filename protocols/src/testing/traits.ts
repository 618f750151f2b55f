// For tests: protocol-specific facts for the tests of all protocols, from `<name>/<name>.traits.ts`.
import { existsSync } from 'node:fs'

export interface Traits {
  /** Independent of the tested code, bit by bit. Absent if frames have no checksum. */
  checksumIsRight?(frame: Buffer): boolean
  /** Bytes that cannot start a frame, for protocols that can resynchronise. */
  isNoise?(byte: number): boolean
  /** In hexadecimal: starts that, repeated, would slow down a careless search. Every protocol must handle them. */
  floods?: readonly string[]
  /** Satellite protocols transmit less: no speed or course, and coordinates on a coarse grid. */
  loss?: Loss
}

export interface Loss {
  hasOnlyCoordinates: boolean
  gridDeg: number
}

/** A protocol without special traits has no such file. */
export async function readTraits(protocol: string): Promise<Traits> {
  const file = new URL(`../${protocol}/${protocol}.traits.ts`, import.meta.url)
  if (!existsSync(file)) return {}
  const { traits } = (await import(file.href)) as { traits: Traits }
  return traits
}
