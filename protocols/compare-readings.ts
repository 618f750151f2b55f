// Where the values of example frames are in the decoded result, by protocol family.

import type { Attributes, Decoded, Location } from './src/index.ts'

export interface Readings {
  /** Wire format only. */
  wireOnly: readonly string[]
  /** Of a fix. */
  fixValues: Record<string, (location: Location, fix: Record<string, unknown>) => unknown>
  /** Beside the fixes. */
  facts: Record<string, (decoded: Decoded, wanted: unknown) => unknown>
}

export function statusOf(decoded: Decoded): Location | undefined {
  if (decoded.kind === 'heartbeat') return decoded.status
  return decoded.kind === 'locations' ? decoded.locations[0] : undefined
}

export function attributesOf(decoded: Decoded): Attributes {
  return (decoded.kind === 'login' ? decoded.attributes : statusOf(decoded)?.attributes) ?? {}
}
