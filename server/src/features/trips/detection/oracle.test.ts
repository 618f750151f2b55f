import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import { resultOf, withoutEmpty } from '../../../../test/trips/compared.ts'
import { naiveSegments } from '../../../../test/trips/oracle.ts'
import type { MadeTrack } from '../../../../test/trips/tracks.ts'
import { madeTrack } from '../../../../test/trips/tracks.ts'
import { advance, openSegmentOf } from './advance.ts'
import { newDetected } from './detected.ts'
import { createLocalDays } from './local-days.ts'
import { thresholdsOf } from './settings.ts'
import { newState } from './state.ts'

/** Of the full lane, on a busy machine. */
const timeout = 1_800_000

function detect({ rows, settings, zone }: MadeTrack) {
  const state = newState()
  const out = newDetected()
  const thresholds = thresholdsOf(settings)
  advance(state, rows, { days: createLocalDays(zone), thresholdsAt: () => thresholds }, out)
  return resultOf(out, openSegmentOf(state, thresholds), state.counts)
}

test('finds what a naive detector finds that looks at the whole track', { timeout }, () => {
  fc.assert(
    fc.property(madeTrack({ phases: [1, 9] }), (track) => {
      const expected = naiveSegments(track.rows, () => track.settings, track.zone)
      expect(detect(track)).toEqual(withoutEmpty(expected))
    }),
    { numRuns: isFullLane ? 10_000 : 300, seed: laneSeed },
  )
})
