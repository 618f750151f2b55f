import { createInstance } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue as en } from '../../messages/en.ts'
import type { Translate } from '../../ui/alert-text.ts'
import { createFormat } from '../../ui/use-format.ts'
import type { Explanation } from './explanation.types.ts'
import { compare, describeRuleState, formatEntries } from './explanation-text.ts'

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
const t: Translate = (key: string, values: Record<string, unknown> = {}) => i18n.t(key, values)
const format = createFormat('en', 'metric', 'UTC')

const atMs = Date.UTC(2026, 10, 15, 11, 38, 50)
const rule = {
  id: 'rul',
  name: 'Too fast',
  type: 'speed',
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
const entriesOf = (values: Record<string, unknown> | undefined, kind: string) =>
  formatEntries(values, kind, t, format).map(({ label, text }) => `${label}: ${text}`)

describe('an explanation', () => {
  test('lists the deciding values with their units', () => {
    expect(entriesOf(speeding.facts, 'speed')).toEqual([
      'Value: 139 km/h',
      'Limit: 100 km/h',
      'Since: Nov 15, 2026, 11:38:50 AM',
    ])
    expect(entriesOf({ from: 70, to: 41, by: 20, withinSeconds: 900 }, 'fuelChange')).toEqual([
      'From: 70 %',
      'To: 41 %',
      'Minimum change: 20 %',
      'Within: 15 min',
    ])
    expect(entriesOf({ seenAt: '2026-11-15T11:00:00.000Z', afterSeconds: 90 }, 'overdue')).toEqual([
      'Last seen: Nov 15, 2026, 11:00:00 AM',
      'No contact for: 1m 30s',
    ])
    expect(entriesOf({ signal: 'sos' }, 'sos')).toEqual(['Tracker signal: SOS'])
  })

  test('hides fields that only support needs', () => {
    expect(entriesOf({ reportedBy: 'usr', clientId: 'ses', requestId: 'req' }, '')).toEqual([])
  })

  test('shows the deciding location beside the previous one, times and coordinates first', () => {
    const rows = compare(speeding, t, format).map(({ label, before, deciding }) => [label, before, deciding])
    expect(rows).toEqual([
      ['Time', 'Nov 15, 2026, 11:39:10 AM', 'Nov 15, 2026, 11:39:30 AM'],
      ['Location', '40.51000, -3.60000', '40.52000, -3.60000'],
      ['Speed', '130 km/h', '139 km/h'],
      ['Inputs', undefined, 'on, off'],
      ['Oil pressure', undefined, '3'],
    ])
  })

  test('shows the names of places before the coordinates, as they are', () => {
    const location = { latitude: 41.3532, longitude: -1.55, place: '7.8 km E of Calatayud, Zaragoza, Spain' }
    const rows = compare({ rule, location }, t, format).map(({ label, deciding }) => [label, deciding])
    expect(rows).toEqual([
      ['Place', '7.8 km E of Calatayud, Zaragoza, Spain'],
      ['Location', '41.35320, -1.55000'],
    ])
  })

  test('sets aside what only a technician reads, unless it decided', () => {
    const location = { ...speeding.location, attributes: { lac: 21, hdop: 0.9, oilPressure: 3, fuel: 40 } }
    const technicalOf = (explanation: Explanation) =>
      compare(explanation, t, format)
        .filter(({ isTechnical }) => isTechnical)
        .map(({ label }) => label)
    expect(technicalOf({ ...speeding, location })).toEqual([
      'Cell tower area (LAC)',
      'GPS precision (HDOP)',
      'Oil pressure',
    ])
    const watching = { ...rule, type: 'attribute', settings: { attribute: 'oilPressure' } }
    expect(technicalOf({ ...speeding, location, rule: watching })).not.toContain('Oil pressure')
  })

  test.each<[string, string, unknown, string[]]>([
    ['a condition that held', 'speed', { sinceMs: atMs }, ['Condition met since Nov 15, 2026, 11:38:50 AM.']],
    ['no area', 'geofence', [], ['The device was outside all geofences.']],
    [
      'an area',
      'geofence',
      [{ area: 3, sinceMs: atMs }],
      ['The device was in a geofence since Nov 15, 2026, 11:38:50 AM.'],
    ],
    ['levels of a tank', 'fuelChange', [{ level: 70, beganMs: atMs }], ['70 % at Nov 15, 2026, 11:38:50 AM']],
    ['a mileage', 'mileage', 2, ['Reached 2 times before.']],
    [
      'both signs of towing',
      'towing',
      { signalled: { lastMs: atMs }, moving: undefined },
      ['Last signal from the tracker: Nov 15, 2026, 11:38:50 AM.'],
    ],
    ['nothing', 'sos', undefined, []],
  ])('describes the rule state: %s', (_, kind, memory, text) => {
    expect(describeRuleState({ rule: { ...rule, type: kind }, memory }, t, format)).toEqual(text)
  })
})
