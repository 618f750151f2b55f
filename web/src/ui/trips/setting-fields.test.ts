import type { TripSettings } from '@rastro/client'
import { tripSettingChoices, tripSettingRanges } from '@rastro/client/constants'
import { expect, test } from 'vitest'
import { allFields, isInRange, isSame, ownOf, withSetting, wrongIn } from './setting-fields.ts'

test('a value that is removed is inherited again', () => {
  const set = withSetting({}, 'stopSeconds', 600)
  expect(set).toEqual({ stopSeconds: 600 })
  expect(withSetting(set, 'stopSeconds', undefined)).toEqual({})
})

test('settings are compared by their values, not by their order', () => {
  const one = withSetting(withSetting({ profile: null }, 'stopSeconds', 600), 'maxKmh', 120)
  const other = withSetting(withSetting({}, 'maxKmh', 120), 'stopSeconds', 600)
  expect(isSame(one, other)).toBe(true)
  expect(isSame(one, withSetting(other, 'maxKmh', 130))).toBe(false)
  expect(isSame(one, { ...other, profile: 'vessel' })).toBe(false)
})

test('only what is set here is edited and sent back', () => {
  const answer = {
    profile: 'vehicle',
    stopSeconds: 600,
    expectedSeconds: null,
    effective: {},
    coarse: false,
    modifiedAt: null,
    requestId: 'r',
  } as unknown as TripSettings
  expect(ownOf(answer)).toEqual({ profile: 'vehicle', stopSeconds: 600, expectedSeconds: null })
})

test('a number outside the range of the server may not be saved', () => {
  const field = (name: string) => allFields.find((one) => one.name === name)!
  expect([29, 30, 86_400, 86_401].map((value) => isInRange(field('stopSeconds'), value))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(wrongIn({ stopSeconds: 10, maxKmh: 120, odometerFactor: 1.3 })).toEqual([
    'stopSeconds',
    'odometerFactor',
  ])
})

test('the form has every setting once', () => {
  const settings = Object.keys({ ...tripSettingChoices, ...tripSettingRanges })
  expect(allFields.map(({ name }) => name).sort()).toEqual(settings.sort())
})
