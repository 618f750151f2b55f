// How the values of example frames are found in what we decoded: families of protocols say the same in different words.

import type { Decoded, Location } from './src/index.ts'

export interface Readings {
  /** How it was said, not what. */
  wireOnly: readonly string[]
  /** Of a fix. */
  fixValues: Record<string, (location: Location, fix: Record<string, unknown>) => unknown>
  /** Beside the fixes. */
  facts: Record<string, (decoded: Decoded, wanted: unknown) => unknown>
}
