import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import { areasAlong, madeAreas } from '../../../../test/trips/areas.ts'
import { blocksOf, delivery } from '../../../../test/trips/deliveries.ts'
import { createTrackStore, sorted } from '../../../../test/trips/track-store.ts'
import { madeSettings, madeTrack } from '../../../../test/trips/tracks.ts'
import { advance } from './advance.ts'
import { newDetected } from './detected.ts'
import { createLocalDays } from './local-days.ts'
import { thresholdsOf } from './settings.ts'
import { decodeState, encodeState, newState } from './state.ts'

/** Of the full lane, on a busy machine. */
const timeout = 1_800_000

const counted = { windows: 0, partial: 0, visits: 0, openings: 0 }

test('late, shuffled and repeated blocks lead to the result of one pass', { timeout }, () => {
  fc.assert(
    fc.property(
      madeTrack({ phases: [1, 14], nights: true }),
      madeSettings,
      delivery,
      madeAreas,
      ({ rows, settings, zone }, later, delivery, made) => {
        const changeAtMs = rows[Math.floor(rows.length / 2)]!.fixedAtMs
        const [before, after] = [thresholdsOf(settings), thresholdsOf(later)]
        const thresholdsAt = (instantMs: number) => (instantMs < changeAtMs ? before : after)
        const context = { days: createLocalDays(zone), thresholdsAt, areas: areasAlong(rows, made) }

        const state = newState()
        const out = newDetected()
        advance(state, rows, context, out)

        const store = createTrackStore(context)
        for (const block of blocksOf(rows, delivery)) store.deliver(block)
        counted.windows += store.recomputations.length
        counted.partial += store.recomputations.filter(({ isPartial }) => isPartial).length
        counted.visits += out.visits.length
        counted.openings += out.openings.filter(({ state }) => decodeState(state).visits.length > 0).length
        expect(store.result()).toEqual({ ...sorted(out), state: encodeState(state) })
      },
    ),
    { numRuns: isFullLane ? 10_000 : 150, seed: laneSeed },
  )
  // Otherwise the test would prove little.
  expect(counted.windows).toBeGreaterThan(300)
  expect(counted.partial).toBeGreaterThan(50)
  expect(counted.visits).toBeGreaterThan(300)
  expect(counted.openings).toBeGreaterThan(50)
})
