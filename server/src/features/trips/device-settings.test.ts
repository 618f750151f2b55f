import { describe, expect, test } from 'vitest'
import { defaultSettings } from './detection/settings.ts'
import { newState } from './detection/state.ts'
import { updatedPeriods } from './device-settings.ts'
import type { SettingsPeriod, StoredLayer } from './effective-settings.ts'
import { effectiveSettings, originsOf, thresholdsBy } from './effective-settings.ts'

const layer = (
  subject: string,
  settings: StoredLayer['settings'],
  given: Partial<StoredLayer> = {},
): StoredLayer => ({ subject, profile: null, settings, countsFromMs: 0, history: [], ...given })

const deviceAt = (
  lastAtMs: number,
  settings: SettingsPeriod[] | null = null,
  processedAtMs = lastAtMs,
  applied: { fromMs: number; atMs: number } | null = null,
) => ({ state: { ...newState(), lastAtMs }, settings, processedAtMs, applied })

describe('layers', () => {
  const layers = [
    layer('dev_1', { stopSeconds: 100 }),
    layer('grp_1', { stopSeconds: 200, tripMetres: 900 }, { profile: 'vessel' }),
    layer('account', { tripMetres: 700, idleSeconds: 60 }, { profile: 'machine' }),
  ]

  test('count from the nearest to the farthest, each more than its own profile', () => {
    expect(effectiveSettings(layers)).toMatchObject({
      stopSeconds: 100,
      tripMetres: 900,
      idleSeconds: 60,
      stayMetres: 400,
      gapSeconds: 10_800,
      odometerFactor: 1,
    })
  })

  test('are named as the origin of each value', () => {
    expect(originsOf(layers)).toMatchObject({
      stopSeconds: { subject: 'dev_1', profile: null },
      tripMetres: { subject: 'grp_1', profile: null },
      stayMetres: { subject: 'grp_1', profile: 'vessel' },
      idleSeconds: { subject: 'account', profile: null },
    })
    expect(originsOf(layers).odometerFactor).toBeUndefined()
  })
})

describe('the periods of a device', () => {
  test('begin with its track, if it was not processed yet', () => {
    const layers = [layer('account', { stopSeconds: 100 }, { countsFromMs: 5_000 })]
    expect(updatedPeriods(deviceAt(Number.NEGATIVE_INFINITY), layers, 9_000)).toEqual([
      [null, { stopSeconds: 100 }],
    ])
    expect(updatedPeriods(deviceAt(Number.NEGATIVE_INFINITY), [], 9_000)).toBeNull()
  })

  test('follow each change from its instant on, also if several came since the last run', () => {
    const layers = [
      layer(
        'account',
        { stopSeconds: 300, idleSeconds: 99 },
        {
          countsFromMs: 7_000,
          history: [
            [1_000, null, { stopSeconds: 100 }],
            [5_000, 'vessel', {}],
          ],
        },
      ),
    ]
    const device = deviceAt(2_000, [[null, { stopSeconds: 100 }]])
    const periods = updatedPeriods(device, layers, 9_000)!
    expect(periods.map(([fromMs]) => fromMs)).toEqual([null, 5_000, 7_000])
    const at = thresholdsBy(periods)
    expect([4_999, 5_000, 6_999, 7_000].map((ms) => at(ms).settings.stopSeconds)).toEqual([
      100, 1_800, 1_800, 300,
    ])
    expect(updatedPeriods({ ...device, settings: periods, processedAtMs: 9_000 }, layers, 9_500)).toBe(
      periods,
    )
  })

  test('do not change what was computed of a tracker whose clock is ahead', () => {
    const layers = [layer('account', { stopSeconds: 100 }, { countsFromMs: 5_000 })]
    expect(updatedPeriods(deviceAt(6_000, null, 4_000), layers, 9_000)).toEqual([
      [null, {}],
      [6_001, { stopSeconds: 100 }],
    ])
  })

  test('end when a layer is gone, from when that is noticed', () => {
    const device = deviceAt(2_000, [[null, { stopSeconds: 100 }]])
    expect(updatedPeriods(device, [], 9_000)).toEqual([
      [null, { stopSeconds: 100 }],
      [9_000, {}],
    ])
  })

  test('are replaced from an instant on by settings that are applied to the past', () => {
    const periods: SettingsPeriod[] = [
      [null, { stopSeconds: 100 }],
      [3_000, { stopSeconds: 200 }],
      [5_000, { stopSeconds: 300 }],
    ]
    const layers = [
      layer(
        'account',
        { stopSeconds: 500 },
        { countsFromMs: 8_500, history: [[7_000, null, { stopSeconds: 400 }]] },
      ),
    ]
    const device = deviceAt(6_000, periods, 6_000, { fromMs: 4_000, atMs: 8_000 })
    // The later change counts from its own instant on.
    expect(updatedPeriods(device, layers, 9_000)).toEqual([
      [null, { stopSeconds: 100 }],
      [3_000, { stopSeconds: 200 }],
      [4_000, { stopSeconds: 400 }],
      [8_500, { stopSeconds: 500 }],
    ])
  })

  test('keep only what differs from the defaults', () => {
    const layers = [layer('account', { stopSeconds: defaultSettings.stopSeconds, idleSeconds: 60 })]
    expect(updatedPeriods(deviceAt(Number.NEGATIVE_INFINITY), layers, 9_000)).toEqual([
      [null, { idleSeconds: 60 }],
    ])
  })
})
