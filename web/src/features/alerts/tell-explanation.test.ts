import { createInstance } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue as en } from '../../messages/en.ts'
import type { Say } from '../../ui/tell-alert.ts'
import { createFormat } from '../../ui/use-format.ts'
import type { Explanation } from './explanation.types.ts'
import { compare, tellEntries, tellMemory } from './tell-explanation.ts'

const i18n = createInstance()
beforeAll(() =>
  i18n.init({
    lng: 'en',
    fallbackLng: false,
    defaultNS: 'alerts',
    interpolation: { escapeValue: false },
    resources: { en } as never,
  }),
)
const t: Say = (key: string, values: Record<string, unknown> = {}) => i18n.t(key, values)
const format = createFormat('en', 'metric', 'UTC')

const atMs = Date.UTC(2026, 10, 15, 11, 38, 50)
const rule = {
  id: 'rul',
  name: 'Too fast',
  kind: 'speed',
  version: 1,
  settings: { above: 100, forSeconds: 30 },
}
const speeding: Explanation = {
  summary: 'Speed is 138.6 km/h, above 100 km/h',
  rule,
  facts: { value: 138.6, threshold: 100, sinceMs: atMs },
  memory: { sinceMs: atMs },
  before: { dateTime: '2026-11-15T11:39:10.000Z', latitude: 40.51, longitude: -3.6, speedKmh: 129.6 },
  location: {
    dateTime: '2026-11-15T11:39:30.000Z',
    latitude: 40.52,
    longitude: -3.6,
    speedKmh: 138.6,
    inputs: [true, false],
    attributes: { oilPressure: 3 },
  },
}
const said = (values: Record<string, unknown> | undefined, kind: string) =>
  tellEntries(values, kind, t, format).map(({ label, says }) => `${label}: ${says}`)

describe('an explanation', () => {
  test('tells what decided, with units of what was measured', () => {
    expect(said(speeding.facts, 'speed')).toEqual([
      'Value: 139 km/h',
      'Limit: 100 km/h',
      'Since: Nov 15, 2026, 11:38:50 AM',
    ])
    expect(said({ from: 70, to: 41, by: 20, withinSeconds: 900 }, 'fuelChange')).toEqual([
      'From: 70 %',
      'To: 41 %',
      'Change that counts: 20 %',
      'Within: 15m',
    ])
    expect(said({ seenAt: '2026-11-15T11:00:00.000Z', afterSeconds: 90 }, 'overdue')).toEqual([
      'Last heard: Nov 15, 2026, 11:00:00 AM',
      'Silent for: 1m 30s',
    ])
    expect(said({ signal: 'sos' }, 'sos')).toEqual(['The tracker said: SOS'])
  })

  test('keeps what only support needs to itself', () => {
    expect(said({ reportedBy: 'usr', clientId: 'ses', requestId: 'req' }, '')).toEqual([])
  })

  test('sets the deciding location beside the one before, times and place first', () => {
    const lines = compare(speeding, t, format).map(({ label, before, deciding }) => [label, before, deciding])
    expect(lines).toEqual([
      ['Time', 'Nov 15, 2026, 11:39:10 AM', 'Nov 15, 2026, 11:39:30 AM'],
      ['Place', '40.51000, -3.60000', '40.52000, -3.60000'],
      ['Speed', '130 km/h', '139 km/h'],
      ['Inputs', undefined, 'on, off'],
      ['oilPressure', undefined, '3'],
    ])
  })

  test.each<[string, string, unknown, string[]]>([
    ['a condition that held', 'speed', { sinceMs: atMs }, ['It held since Nov 15, 2026, 11:38:50 AM.']],
    ['no area', 'geofence', [], ['It was in none of the areas.']],
    [
      'an area',
      'geofence',
      [{ area: 3, sinceMs: atMs }],
      ['It was in an area since Nov 15, 2026, 11:38:50 AM.'],
    ],
    ['levels of a tank', 'fuelChange', [{ level: 70, beganMs: atMs }], ['70 % at Nov 15, 2026, 11:38:50 AM']],
    ['a mileage', 'mileage', 2, ['It had been reached 2 times.']],
    [
      'both ways of towing',
      'towing',
      { signalled: { lastMs: atMs }, moving: undefined },
      ['The tracker had last raised it at Nov 15, 2026, 11:38:50 AM.'],
    ],
    ['nothing', 'sos', undefined, []],
  ])('tells what was remembered: %s', (_, kind, memory, told) => {
    expect(tellMemory({ rule: { ...rule, kind }, memory }, t, format)).toEqual(told)
  })
})
