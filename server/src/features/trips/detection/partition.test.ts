import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import type { MadeTrack } from '../../../../test/trips/tracks.ts'
import { madeSettings, madeTrack } from '../../../../test/trips/tracks.ts'
import { advance, openSegmentOf } from './advance.ts'
import { newDetected } from './detected.ts'
import type { Sums } from './detection.types.ts'
import { createLocalDays, secondsBetween, secondsWithin } from './local-days.ts'
import type { TripSettings } from './settings.ts'
import { thresholdsOf } from './settings.ts'
import { decodeState, encodeState, newState } from './state.ts'

/** Of the full lane, on a busy machine. */
const timeout = 1_800_000

const runs = { numRuns: isFullLane ? 5_000 : 150, seed: laneSeed }

/** `isEncoded`: the state is stored and read again after every location. */
function detect({ rows, zone }: MadeTrack, settings: TripSettings, isEncoded = false) {
  const thresholds = thresholdsOf(settings)
  const days = createLocalDays(zone)
  const context = { days, thresholdsAt: () => thresholds }
  const out = newDetected()
  let state = newState()
  if (isEncoded) {
    let index = 0
    while (index < rows.length) {
      let next = index + 1
      while (rows[next]?.fixedAtMs === rows[index]!.fixedAtMs) next += 1
      const since = state.lastAtMs
      const group = rows.filter((row, at) => at < next && row.fixedAtMs > since)
      advance(state, group, context, out)
      state = decodeState(encodeState(state))
      index = next
    }
  } else advance(state, rows, context, out)
  const open = openSegmentOf(state, thresholds)
  const segments = [...out.segments, ...(open ? [{ ...open.segment, endedAtMs: open.untilMs }] : [])]
  const parts = [...out.segmentDays, ...(open?.segmentDays ?? [])]
  return { out, state, days, segments, parts, counts: [...out.days, ...state.counts] }
}

const total = (parts: Sums[], read: (sums: Sums) => number) => parts.reduce((sum, one) => sum + read(one), 0)

test('segments follow each other without overlap or remainder, and every second of a day belongs to one', {
  timeout,
}, () => {
  fc.assert(
    fc.property(madeTrack({ phases: [1, 9], nights: true }), (track) => {
      const { segments, days } = detect(track, track.settings)
      if (segments.length === 0) return
      const [firstMs, lastMs] = [segments[0]!.beganAtMs, segments.at(-1)!.endedAtMs!]
      for (const [index, segment] of segments.entries()) {
        const next = segments[index + 1]
        if (next) expect(segment.endedAtMs).toBe(next.beganAtMs)
        if (next) expect(segment.endedAtMs).toBeGreaterThan(segment.beganAtMs)
        if (segment.kind !== 'gap' && next) expect(next.kind).not.toBe(segment.kind)
      }
      let allSeconds = 0
      for (let day = days.at(firstMs); ; day = days.at(day.endMs)) {
        let seconds = 0
        for (const one of segments) seconds += secondsWithin(day, one.beganAtMs, one.endedAtMs!)
        expect(seconds).toBe(secondsWithin(day, firstMs, lastMs))
        allSeconds += seconds
        if (day.endMs > lastMs) break
      }
      expect(allSeconds).toBe(secondsBetween(firstMs, lastMs))
    }),
    runs,
  )
})

test('every location and every metre is counted once, wherever the track is cut', { timeout }, () => {
  fc.assert(
    fc.property(madeTrack({ phases: [1, 9] }), madeSettings, (track, other) => {
      const { maxKmh, accuracyMetres, odometerFactor, odometer } = track.settings
      const one = detect(track, track.settings)
      const two = detect(track, { ...other, maxKmh, accuracyMetres, odometerFactor, odometer })
      for (const read of [(sums: Sums) => sums.cm + sums.driftCm, (sums: Sums) => sums.deviceCm ?? 0]) {
        expect(total(two.parts, read)).toBe(total(one.parts, read))
      }
      const usable = one.counts.reduce(
        (sum, day) => sum + day.locations - day.coordinates - day.accuracy - day.jump,
        one.state.suspect ? -1 : 0,
      )
      expect(total(one.parts, (sums) => sums.locations)).toBe(usable)
      for (const sums of one.parts) {
        expect(sums.bridgedCm).toBeLessThanOrEqual(sums.cm)
        expect(
          Object.values(sums).every((value) => typeof value !== 'number' || Number.isInteger(value)),
        ).toBe(true)
      }
      // A part belongs to a segment that touches its day.
      for (const { beganAtMs, day } of one.parts) {
        const segment = one.segments.find((found) => found.beganAtMs === beganAtMs)!
        expect(day >= one.days.at(beganAtMs).day && day <= one.days.at(segment.endedAtMs!).day).toBe(true)
      }
    }),
    runs,
  )
})

test('a state that is stored and read again after every location leads to the same', { timeout }, () => {
  fc.assert(
    fc.property(madeTrack({ phases: [1, 6] }), (track) => {
      const { out, state } = detect(track, track.settings)
      const encoded = detect(track, track.settings, true)
      expect([encoded.out, encodeState(encoded.state)]).toEqual([out, encodeState(state)])
    }),
    { ...runs, numRuns: runs.numRuns / 5 },
  )
})
