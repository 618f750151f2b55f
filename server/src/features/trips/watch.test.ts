import { expect, test } from 'vitest'
import { circle } from '../../../test/trips/areas.ts'
import { along, secondMs } from '../../../test/trips/short-track.ts'
import { advance } from './detection/advance.ts'
import { newDetected } from './detection/detected.ts'
import type { TrackLocation } from './detection/detection.types.ts'
import { createLocalDays } from './detection/local-days.ts'
import { defaultSettings, thresholdsOf } from './detection/settings.ts'
import { newState } from './detection/state.ts'
import { createAreas } from './visits/areas.ts'
import { watchOf } from './watch.ts'

const degreesPerMetre = 180 / (Math.PI * 6_378_137)
const thresholds = thresholdsOf(defaultSettings)

function watchAfter(locations: TrackLocation[], borderAtMetres: number | null) {
  const longitude = ((borderAtMetres ?? 0) + 400) * degreesPerMetre
  const shapes = borderAtMetres === null ? [] : [circle(1, { latitude: 0, longitude, radiusM: 400 })]
  const areas = createAreas(shapes)
  const state = newState()
  const context = { days: createLocalDays('UTC'), thresholdsAt: () => thresholds, areas }
  advance(state, locations, context, newDetected())
  return watchOf(state, thresholds, borderAtMetres === null ? undefined : areas)
}
const widthM = ({ box }: ReturnType<typeof watchAfter>) =>
  box && Math.round(((box.east - box.west) / 2 / 1e7) * (1 / degreesPerMetre))

const parked = along([0, 600], [0, 0])
const driving = [...parked, ...along([610, 900], [100, 3_000], {}, 10)]

test('a device that is parked near a border is watched more closely', () => {
  expect(widthM(watchAfter(parked, null))).toBe(50)
  expect(widthM(watchAfter(parked, 1_000))).toBe(50)
  expect(widthM(watchAfter(parked, 30))).toBe(30)
  expect(widthM(watchAfter(parked, -20))).toBe(20)
})

test('a device that drives near a border is processed every minute', () => {
  expect(watchAfter(driving, null)).toMatchObject({ box: null, decidesAtMs: secondMs(900 + 900) })
  expect(watchAfter(driving, 4_000)).toMatchObject({ box: null, decidesAtMs: secondMs(960) })
  const far = watchAfter(driving, 9_000)
  expect(far.decidesAtMs).toBe(secondMs(900 + 900))
  expect(widthM(far)).toBe(2_000)
})

test('a device that has just entered is processed when its visit is certain', () => {
  // From 2,950 m on, at 895 s.
  expect(Math.round(watchAfter(driving, 2_950).decidesAtMs / 1_000)).toBe(secondMs(955) / 1_000)
})
