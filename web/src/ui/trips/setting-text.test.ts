import { expect, test } from 'vitest'
import { createFormat } from '../use-format.ts'
import { allFields } from './setting-fields.ts'
import { originText, valueText } from './setting-text.ts'
import type { EffectiveSetting } from './trip.types.ts'

const format = createFormat('en', 'metric', 'UTC')
const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')
const field = (name: string) => allFields.find((one) => one.name === name)!

test('values are in the user’s units', () => {
  const text = (name: string, value: EffectiveSetting['value']) =>
    valueText(field(name), value, { t, format })
  expect(text('stopSeconds', 300)).toBe('5 min')
  expect(text('stayMetres', 80)).toBe('80 m')
  expect(text('maxKmh', 250)).toBe('250 km/h')
  expect(text('odometerFactor', 1.012)).toBe('1.012')
  expect(text('detection', 'auto')).toBe('settings.choices.detection.auto')
  expect(text('expectedSeconds', null)).toBe('settings.unknown')
  const imperial = createFormat('en', 'imperial', 'UTC')
  expect(valueText(field('maxKmh'), 100, { t, format: imperial })).toBe('62 mph')
})

test('a value is from the device itself, a group, the account, a profile or the defaults', () => {
  const device = { level: 'device', id: 'dev_1' } as const
  const text = (setting: object, groupName?: string) =>
    originText({ value: 1, source: 'default', ...setting }, device, { t, groupName })
  expect(text({})).toBe('origins.default')
  expect(text({ source: 'device' })).toBe('origins.own')
  expect(text({ source: 'account' })).toBe('origins.account')
  expect(text({ source: 'group', groupId: 'grp_1' }, 'Trucks')).toBe('origins.group Trucks')
  expect(text({ source: 'group' })).toBe('origins.aGroup')
  expect(text({ source: 'profile', profile: 'vessel', level: 'group' }, 'Ships')).toBe(
    'origins.profile profiles.vessel origins.group Ships',
  )
})
