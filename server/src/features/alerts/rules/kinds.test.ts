import { describe, expect, test } from 'vitest'
import { ruleTypesWithGeofences } from '../../geofences/geofence.types.ts'
import { createGeofenceIndex } from '../../geofences/geofence-index.api.ts'
import type { RuleRow } from '../rulebook.queries.ts'
import { compileRule, ruleSet } from '../rulebook.ts'
import { fixOf } from './fix.ts'
import type { Fix } from './kind.types.ts'
import { kinds } from './kinds.ts'
import type { Rulebook } from './rulebook.types.ts'
import { blank, follow } from './track.ts'

/** Points on a line to the east of a point near the equator, in metres; the depot is a circle of 1 km around 5 km. */
const metre = 1 / 111_195.08
const depot = {
  number: 1,
  type: 'circle' as const,
  geometry: { type: 'Point' as const, coordinates: [5_000 * metre, 0] },
  radiusM: 1_000,
}

type Report = { second: number; east?: number | null; kmh?: number; accuracyM?: number } & Record<
  string,
  unknown
>

function fix({ second, east = 0, kmh, accuracyM, ...more }: Report): Fix {
  const atMs = Date.UTC(2026, 4, 4, 12) + second * 1_000
  return fixOf({
    isStatus: false,
    fixedMs: atMs,
    receivedMs: atMs,
    latitude: east === null ? null : 0,
    longitude: east === null ? null : Math.round(east * metre * 1e7),
    speed: kmh === undefined ? null : kmh * 10,
    accuracyM: accuracyM ?? null,
    more: Object.keys(more).length > 0 ? more : null,
  })
}

function judge(kind: string, settings: object, track: Report[], conditions: RuleRow['conditions'] = {}) {
  const rule = compileRule({
    accountId: 1,
    number: 1,
    id: 'rul',
    name: 'Rule',
    version: 1,
    type: kind,
    severity: 'warning',
    settings,
    conditions,
    appliesTo: 'all',
    timeZone: 'UTC',
    devices: null,
    areas: [1],
  })
  const book: Rulebook = {
    accountId: 1,
    rulesFor: () => ruleSet([rule]),
    index: createGeofenceIndex([depot]),
    nameOfArea: () => 'Depot',
    isExpired: () => false,
  }
  const { found } = follow(book, ruleSet([rule]), blank, undefined, track.map(fix))
  return found.map(({ finding }) => Math.round((finding.atMs - Date.UTC(2026, 4, 4, 12)) / 100) / 10)
}

const each = (key: string, ...values: unknown[]): Report[] =>
  values.map((value, index) => ({ second: index * 10, [key]: value }))

describe('each kind raises when it should, once, and not again before the condition ends', () => {
  test.each<[string, string, object, Report[], number[]]>([
    ['SOS', 'sos', {}, each('alerts', [], ['sos'], ['sos'], []), [10]],
    [
      'SOS again',
      'sos',
      {},
      [
        { second: 0, alerts: ['sos'] },
        { second: 400, alerts: ['sos'] },
      ],
      [0, 400],
    ],
    ['speed', 'speed', { above: 100 }, each('kmh', 90, 101, 120, 99, 101, 97, 101), [10, 60]],
    [
      'speed for a while',
      'speed',
      { above: 100, forSeconds: 15 },
      each('kmh', 120, 120, 90, 120, 120, 120),
      [45],
    ],
    ['too slow', 'speed', { below: 20 }, each('kmh', 30, 10, 22, 10, 40, 10), [10, 50]],
    ['stopped', 'stopped', { forSeconds: 20 }, each('kmh', 50, 0, 0, 0, 50), [30]],
    [
      'stopped, by coordinates alone',
      'stopped',
      { forSeconds: 20 },
      each('east', 0, 900, 910, 905, 900),
      [40],
    ],
    [
      'idling',
      'idling',
      { forSeconds: 20 },
      each('kmh', 0, 0, 0, 0).map((one, index) => ({ ...one, ignition: index > 0 })),
      [30],
    ],
    ['towed, as reported by the device', 'towing', {}, each('alerts', ['vibration'], ['tow']), [0]],
    [
      'towed, with the engine off',
      'towing',
      {},
      each('kmh', 0, 20, 30).map((one) => ({ ...one, ignition: false })),
      [10],
    ],
    [
      'an input',
      'input',
      { input: 2, state: 'on' },
      each('inputs', [true, false], [false, true], [false, true]),
      [10],
    ],
    [
      'an input for long',
      'input',
      { input: 1, state: 'on', forSeconds: 15 },
      each('inputs', [true], [true], [true]),
      [15],
    ],
    [
      'an input off',
      'input',
      { input: 1, state: 'off' },
      each('inputs', [true], [false], [true], [false]),
      [10, 30],
    ],
    ['fuel stolen', 'fuelChange', { on: 'drop', by: 10 }, each('fuel', 80, 79, 60, 59), [20]],
    ['refuelled', 'fuelChange', { on: 'rise', by: 10 }, each('fuel', 20, 19, 80, 81), [20]],
    [
      'fuel used slowly',
      'fuelChange',
      { on: 'drop', by: 10, withinSeconds: 60 },
      each('fuel', ...Array.from({ length: 90 }, (_, index) => 90 - index)),
      [],
    ],
    ['fuel low', 'fuelLow', { below: 15 }, each('fuel', 20, 14, 16, 14, 30, 10), [10, 50]],
    [
      'too warm',
      'temperature',
      { above: -15 },
      each('temperature', -20, -14, -15.5, -14, -17, -14),
      [10, 50],
    ],
    ['the second sensor', 'temperature', { above: 8, sensor: 2 }, each('temperature2', 5, 9), [10]],
    ['battery', 'batteryLow', { below: 20 }, each('battery', 30, 19, 22, 19), [10]],
    [
      'battery, as reported by the device',
      'batteryLow',
      { below: 20 },
      each('alerts', [], ['lowBattery'], ['lowBattery']),
      [10],
    ],
    ['supply cut', 'powerCut', {}, each('powerVoltage', 12.4, 0, 0, 12.4, 0.2), [10, 40]],
    ['voltage', 'voltage', { below: 11.5 }, each('powerVoltage', 12.4, 11.4, 11.6, 11.4, 12, 11), [10, 50]],
    ['no satellites', 'gpsLost', { forSeconds: 15 }, each('east', 0, null, null, null, 0), [25]],
    ['driven harshly', 'harshDriving', {}, each('alerts', [], ['harshBraking']), [10]],
    ['tampered with', 'tampering', {}, each('alerts', [], ['jamming']), [10]],
    ['mileage', 'mileage', { everyKm: 1_000 }, each('mileage', 990, 999.9, 1_000.1, 1_500, 2_000), [20, 40]],
    ['a wrong clock', 'clockWrong', {}, each('deviceTime', '1970-01-01T00:00:00Z', null), [0]],
    [
      'an attribute',
      'attribute',
      { attribute: 'door', equals: 'open' },
      each('attributes', { door: 'shut' }, { door: 'open' }),
      [10],
    ],
    ['an attribute above', 'attribute', { attribute: 'rpm', above: 4_000 }, each('rpm', 3_000, 4_500), [10]],
    ['entered', 'geofence', { on: 'entered' }, each('east', 0, 3_000, 5_000, 5_100, 8_000), [15]],
    ['left', 'geofence', { on: 'left' }, each('east', 0, 5_000, 5_100, 8_100), [23]],
    ['stayed', 'geofence', { on: 'dwell', forSeconds: 15 }, each('east', 3_000, 5_000, 5_100, 5_000), [20]],
    ['passed without a stay', 'geofence', { on: 'dwell', forSeconds: 60 }, each('east', 0, 5_000, 9_000), []],
    ['through between two locations', 'geofence', { on: 'entered' }, each('east', 0, 10_000), [4]],
    ['out again between two locations', 'geofence', { on: 'left' }, each('east', 0, 10_000), [6]],
    ['where it was when the rule began', 'geofence', { on: 'entered' }, each('east', 5_000, 5_010), []],
    ['a forbidden area', 'forbiddenZone', {}, each('east', 0, 5_000, 5_100, 9_000, 5_000), [10, 40]],
    [
      'outside the allowed area',
      'allowedZone',
      {},
      each('east', 5_000, 6_010, 6_100, 5_000, 7_000),
      [20, 40],
    ],
    [
      'off its route for a while',
      'routeDeviation',
      { forSeconds: 10 },
      each('east', 5_000, 7_000, 7_100, 7_200),
      [20],
    ],
    [
      'a missed checkpoint',
      'checkpoint',
      { everySeconds: 60 },
      [0, 40, 80, 150].map((second) => ({ second, east: second === 40 ? 5_000 : 0 })),
      [140],
    ],
  ])('%s', (_what, kind, settings, track, expected) => {
    expect(judge(kind, settings, track)).toEqual(expected)
  })
})

test('every kind on locations is covered', () => {
  const timed = kinds.filter(({ isTimed }) => isTimed).map(({ name }) => name)
  expect(timed).toEqual(['maintenance', 'overdue', 'expired', 'reported'])
})

describe('conditions', () => {
  test('inaccurate locations are ignored', () => {
    const track = [
      { second: 0, kmh: 120, accuracyM: 500 },
      { second: 10, kmh: 120, accuracyM: 5 },
    ]
    expect(judge('speed', { above: 100 }, track, { accuracyM: 100 })).toEqual([10])
  })

  test('outside its schedule a rule raises nothing; a condition that still holds counts from its start', () => {
    const conditions = { schedule: [{ from: '12:01', to: '12:02' }] }
    const minutes = (kmh: number) => Array.from({ length: 20 }, (_, index) => ({ second: index * 10, kmh }))
    expect(judge('speed', { above: 100 }, minutes(120), conditions)).toEqual([60])
    expect(judge('geofence', { on: 'entered' }, each('east', 0, 5_000, 5_000), conditions)).toEqual([])
  })

  test('hours follow the time zone across clock changes', () => {
    // 2026-03-29 in Madrid: at 02:00 the clock jumps to 03:00; 01:30 UTC is 03:30.
    const hours = { schedule: [{ from: '03:00', to: '04:00', days: [7] }], timeZone: 'Europe/Madrid' }
    const rule = compileRule({
      accountId: 1,
      number: 1,
      id: 'rul',
      name: 'Rule',
      version: 1,
      type: 'sos',
      severity: 'info',
      settings: {},
      conditions: hours,
      appliesTo: 'all',
      timeZone: 'UTC',
      devices: null,
      areas: null,
    })
    const isActive = (time: string) => rule.isActive(Date.parse(`2026-${time}Z`))
    expect(isActive('03-29T00:59:59')).toBe(false)
    expect(isActive('03-29T01:00:00')).toBe(true)
    expect(isActive('03-29T01:59:59')).toBe(true)
    expect(isActive('03-29T02:00:00')).toBe(false)
    expect(isActive('03-22T02:30:00')).toBe(true)
    expect(isActive('03-23T02:30:00')).toBe(false)
  })

  test('hours past midnight belong to the day they start on', () => {
    const conditions = { schedule: [{ from: '22:00', to: '06:00', days: [5] }] }
    const rule = (day: number, hour: number) =>
      judge('sos', {}, [{ second: (day - 4) * 86_400 + (hour - 12) * 3_600, alerts: ['sos'] }], conditions)
        .length
    // 4 May 2026 is a Monday.
    expect([rule(8, 21), rule(8, 23), rule(9, 5), rule(9, 7), rule(9, 23)]).toEqual([0, 1, 1, 0, 0])
  })
})

describe('at the border of an area', () => {
  /** Repeatable noise in metres. */
  function noisy(count: number, east: (index: number) => number, sigmaM: number): Report[] {
    let state = 42
    const random = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
    return Array.from({ length: count }, (_, index) => ({
      second: index * 10,
      east: east(index) + normal() * sigmaM,
    }))
  }

  test('noise raises nothing, while a rule without hysteresis raises hundreds', () => {
    // Parked on the border for more than a day.
    const track = noisy(10_000, () => 4_000, 8)
    const naive = judge('geofence', { on: 'entered', hysteresisM: 0 }, track)
    expect(naive.length).toBeGreaterThan(100)
    expect(judge('geofence', { on: 'entered', hysteresisM: 40 }, track).length).toBeLessThanOrEqual(1)
    expect(judge('geofence', { on: 'left', hysteresisM: 40 }, track).length).toBeLessThanOrEqual(1)
  })

  test('all real visits are found in noise, once in and once out each', () => {
    // In and out of the depot ten times, along a slow wave.
    const visits = 10
    const track = noisy(
      10_000,
      (index) => 3_000 + 2_000 * Math.sin((index / 10_000) * visits * 2 * Math.PI),
      8,
    )
    expect(judge('geofence', { on: 'entered', hysteresisM: 40 }, track)).toHaveLength(visits)
    expect(judge('geofence', { on: 'left', hysteresisM: 40 }, track)).toHaveLength(visits)
    expect(judge('geofence', { on: 'dwell', forSeconds: 600, hysteresisM: 40 }, track)).toHaveLength(visits)
  })
})

test('geofences know the types of rules that use them', () => {
  const names = kinds.filter(({ usesAreas }) => usesAreas).map(({ name }) => name)
  expect(new Set(names)).toEqual(new Set(ruleTypesWithGeofences))
})
