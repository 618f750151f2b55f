import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../scripts/lane.ts'
import { sorted } from '../../../test/trips/track-store.ts'
import { madeTrack, zones } from '../../../test/trips/tracks.ts'
import { advance } from './detection/advance.ts'
import { newDetected } from './detection/detected.ts'
import { createLocalDays } from './detection/local-days.ts'
import { thresholdsOf } from './detection/settings.ts'
import { encodeState, newState } from './detection/state.ts'
import { openWindow, replacedBy } from './detection/window.ts'
import type { ZonePeriod } from './zoned-days.ts'
import { changeZone, createZonedDays } from './zoned-days.ts'

const timeout = 600_000
/** Farther apart than a day, and others. */
const allZones = [...zones, 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York', 'Asia/Tokyo']
const zone = fc.constantFrom(...allZones)
const hourMs = 3_600_000

test('every instant is part of one day, and days never go back', { timeout }, () => {
  const startMs = fc.constantFrom('2011-12-27T00:00:00Z', '2026-03-26T05:00:00Z', '2026-10-22T11:30:00Z')
  fc.assert(
    fc.property(fc.array(zone, { minLength: 2, maxLength: 5 }), startMs, ([first, ...others], start) => {
      let periods: ZonePeriod[] = [[null, first!]]
      for (const [index, next] of others.entries()) {
        const days = createZonedDays(periods)
        periods = changeZone(periods, next, days.at(Date.parse(start) + index * 60 * hourMs))
      }
      const days = createZonedDays(periods)
      let before = days.at(Date.parse(start) - 48 * hourMs)
      for (let atMs = before.startMs; atMs < Date.parse(start) + 400 * hourMs; atMs += hourMs / 2) {
        const day = days.at(atMs)
        expect(day.startMs).toBeLessThanOrEqual(atMs)
        expect(day.endMs).toBeGreaterThan(atMs)
        expect(days.of(day.day)).toEqual(day)
        if (day.day !== before.day) {
          expect(day.day > before.day).toBe(true)
          expect(day.startMs).toBe(before.endMs)
        }
        before = day
      }
      const last = periods.at(-1)!
      const usual = createLocalDays(last[1])
      expect(days.at(Date.parse(start) + 400 * hourMs)).toEqual(usual.at(Date.parse(start) + 400 * hourMs))
    }),
    { numRuns: isFullLane ? 1_000 : 60, seed: laneSeed },
  )
})

test('days before the first that is computed again keep their bounds', () => {
  fc.assert(
    fc.property(zone, zone, fc.integer({ min: 0, max: 365 }), (former, next, offset) => {
      const old = createLocalDays(former)
      const kept = old.at(Date.parse('2026-01-01T12:00:00Z') + offset * 24 * hourMs)
      const days = createZonedDays(changeZone([[null, former]], next, kept))
      const dayBefore = old.at(kept.startMs - 1)
      expect(days.of(dayBefore.day)).toEqual(dayBefore)
      expect(days.of(kept.day).startMs).toBe(kept.startMs)
    }),
    { numRuns: 200, seed: laneSeed },
  )
})

test('changing back restores the former days', () => {
  const kept = createLocalDays('Europe/Madrid').at(Date.parse('2026-11-10T12:00:00Z'))
  const there = changeZone([[null, 'Europe/Madrid']], 'America/Lima', kept)
  expect(there).toHaveLength(2)
  expect(changeZone(there, 'Europe/Madrid', kept)).toEqual([[null, 'Europe/Madrid']])
})

test('recomputing from an opening in another zone leads to what one pass over all zones finds', {
  timeout,
}, () => {
  let recomputed = 0
  fc.assert(
    fc.property(
      madeTrack({ phases: [2, 10], nights: true }),
      zone,
      fc.nat(),
      ({ rows, settings, zone: former }, next, chosen) => {
        const thresholds = thresholdsOf(settings)
        const contextOf = (periods: ZonePeriod[]) => ({
          days: createZonedDays(periods),
          thresholdsAt: () => thresholds,
        })
        const oldContext = contextOf([[null, former]])
        const old = newDetected()
        advance(newState(), rows, oldContext, old)
        const opening = old.openings[chosen % old.openings.length]!
        const kept = oldContext.days.of(opening.day)
        const context = contextOf(changeZone([[null, former]], next, kept))

        const state = newState()
        const expected = newDetected()
        advance(state, rows, context, expected)

        const window = openWindow(
          { opening, newestLateAtMs: Number.POSITIVE_INFINITY, findOpening: () => undefined },
          context,
        )
        for (const row of rows) if (row.fixedAtMs >= kept.startMs) window.push(row)
        const found = window.end()
        const isReplaced = replacedBy(found)
        const merged = {
          segments: [
            ...old.segments.filter((one) => !isReplaced.segment(one.beganAtMs)),
            ...found.detected.segments,
          ],
          segmentDays: [
            ...old.segmentDays.filter((one) => !isReplaced.segmentDay(one.beganAtMs, one.day)),
            ...found.detected.segmentDays,
          ],
          days: [...old.days.filter((one) => !isReplaced.day(one.day)), ...found.detected.days],
          openings: [
            ...old.openings.filter((one) => !isReplaced.opening(one.day)),
            ...found.detected.openings,
          ],
          visits: [
            ...old.visits.filter((one) => !isReplaced.decided(one.decidedAtMs)),
            ...found.detected.visits,
          ],
          sessions: [],
        }
        recomputed += found.detected.openings.length
        expect(encodeState(found.state)).toBe(encodeState(state))
        expect(sorted(merged)).toEqual(sorted(expected))
      },
    ),
    { numRuns: isFullLane ? 3_000 : 150, seed: laneSeed },
  )
  expect(recomputed).toBeGreaterThan(200)
})
