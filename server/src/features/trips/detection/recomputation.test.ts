import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import { createRandom } from '../../../../../simulator/src/random.ts'
import { createTrackStore, sorted } from '../../../../test/trips/track-store.ts'
import { madeSettings, madeTrack } from '../../../../test/trips/tracks.ts'
import { advance } from './advance.ts'
import { newDetected } from './detected.ts'
import type { TrackLocation } from './detection.types.ts'
import { createLocalDays } from './local-days.ts'
import { thresholdsOf } from './settings.ts'
import { encodeState, newState } from './state.ts'

/** Of the full lane, on a busy machine. */
const timeout = 1_800_000

interface Delivery {
  seed: number
  blockRows: number
  latePer100: number
  repeatedPer100: number
}

const delivery: fc.Arbitrary<Delivery> = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  blockRows: fc.constantFrom(1, 3, 10, 40),
  latePer100: fc.constantFrom(0, 10, 30, 100),
  repeatedPer100: fc.constantFrom(0, 20),
})

/** The track in blocks: some much later than they should come, some twice, and the rows of some in disorder. */
function blocksOf(rows: TrackLocation[], { seed, blockRows, latePer100, repeatedPer100 }: Delivery) {
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

const counted = { windows: 0, partial: 0 }

test('late, shuffled and repeated blocks lead to the result of one pass', { timeout }, () => {
  fc.assert(
    fc.property(
      madeTrack({ phases: [1, 14], nights: true }),
      madeSettings,
      delivery,
      ({ rows, settings, zone }, later, delivery) => {
        const changeAtMs = rows[Math.floor(rows.length / 2)]!.fixedAtMs
        const [before, after] = [thresholdsOf(settings), thresholdsOf(later)]
        const thresholdsAt = (instantMs: number) => (instantMs < changeAtMs ? before : after)
        const context = { days: createLocalDays(zone), thresholdsAt }

        const state = newState()
        const out = newDetected()
        advance(state, rows, context, out)

        const store = createTrackStore(context)
        for (const block of blocksOf(rows, delivery)) store.deliver(block)
        counted.windows += store.recomputations.length
        counted.partial += store.recomputations.filter(({ isPartial }) => isPartial).length
        expect(store.result()).toEqual({ ...sorted(out), state: encodeState(state) })
      },
    ),
    { numRuns: isFullLane ? 10_000 : 150, seed: laneSeed },
  )
  // Otherwise the test would prove little.
  expect(counted.windows).toBeGreaterThan(300)
  expect(counted.partial).toBeGreaterThan(50)
})
