// For tests: what the tests of all protocols have to know about one, from its own folder: `<name>/<name>.traits.ts`.
import { existsSync } from 'node:fs'

export interface Traits {
  /** Written apart from the code under test, bit by bit. Absent where frames have no checksum. */
  checksumIsRight?(frame: Buffer): boolean
  /** Bytes that cannot begin a frame, for protocols that find their frames again. */
  isNoise?(byte: number): boolean
  /** In hexadecimal: beginnings that, repeated, would make a careless search slow. Every protocol has to read them. */
  floods?: readonly string[]
  /** Satellites say less: no speed nor course, and the place only on a coarse grid. */
  saysLess?: Less
}

export interface Less {
  isOnlyAPlace: boolean
  placeDeg: number
}

/** A protocol about which there is nothing to know has no such file. */
export async function readTraits(protocol: string): Promise<Traits> {
  const file = new URL(`../${protocol}/${protocol}.traits.ts`, import.meta.url)
  if (!existsSync(file)) return {}
  const { traits } = (await import(file.href)) as { traits: Traits }
  return traits
}
