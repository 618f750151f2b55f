import { expect, test } from 'vitest'
import type { NumericSetting } from './settings.ts'
import { defaultSettings, isCoarse, profileNames, profiles, settingRanges, thresholdsOf } from './settings.ts'

test.each(profileNames)('the profile %s is within the ranges and consistent', (name) => {
  const settings = { ...defaultSettings, ...profiles[name] }
  for (const [setting, [min, max]] of Object.entries(settingRanges)) {
    const value = settings[setting as NumericSetting]
    if (value !== null) expect([setting, value >= min && value <= max]).toEqual([setting, true])
  }
  expect(settings.leaveMetres).toBeGreaterThan(settings.stayMetres)
  expect(settings.movingKmh).toBeGreaterThan(settings.standingKmh)
  expect(settings.bridgeSeconds).toBeGreaterThan(settings.gapSeconds)
})

test('a tracker that reports seldom widens gap, bridge and stop, and is coarse', () => {
  const hourly = thresholdsOf({ ...defaultSettings, expectedSeconds: 3_600 })
  expect([hourly.gapMs, hourly.bridgeMs, hourly.stopMs]).toEqual([10_800_000, 14_400_000, 5_400_000])
  const often = thresholdsOf({ ...defaultSettings, expectedSeconds: 10 })
  expect([often.gapMs, often.bridgeMs, often.stopMs]).toEqual([900_000, 3_600_000, 300_000])
  expect([null, 300, 900, 3_600].map((expectedSeconds) => isCoarse({ expectedSeconds }))).toEqual([
    false,
    false,
    true,
    true,
  ])
})
