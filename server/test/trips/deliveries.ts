// In which order the rows of a track arrive.

import fc from 'fast-check'
import { createRandom } from '../../../simulator/src/random.ts'
import type { TrackLocation } from '../../src/features/trips/detection/detection.types.ts'

export interface Delivery {
  seed: number
  blockRows: number
  latePer100: number
  repeatedPer100: number
}

export const delivery: fc.Arbitrary<Delivery> = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  blockRows: fc.constantFrom(1, 3, 10, 40),
  latePer100: fc.constantFrom(0, 10, 30, 100),
  repeatedPer100: fc.constantFrom(0, 20),
})

/** The track in blocks: some much later than they should come, some twice, and the rows of some in disorder. */
export function blocksOf(rows: TrackLocation[], { seed, blockRows, latePer100, repeatedPer100 }: Delivery) {
  const random = createRandom(seed).next
  const blocks: { at: number; rows: TrackLocation[] }[] = []
  for (let first = 0; first < rows.length; first += blockRows) {
    const block = rows.slice(first, first + blockRows)
    const delay = random() * 100 < latePer100 ? random() * rows.length : 0
    if (random() < 0.2) block.reverse()
    blocks.push({ at: first + delay, rows: block })
    if (random() * 100 < repeatedPer100) blocks.push({ at: first + random() * rows.length, rows: block })
  }
  return blocks.sort((a, b) => a.at - b.at).map((block) => block.rows)
}
