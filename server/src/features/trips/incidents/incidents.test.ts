import { expect, test } from 'vitest'
import type { DrivingLimits, Incident, IncidentRow } from './incident.types.ts'
import { createIncidentFinder } from './incidents.ts'

const limits = { limitKmh: 90, maxKmh: 250, accuracyMetres: 200, odometerFactor: 1 }
const e7PerMetre = (1e7 * 180) / (Math.PI * 6_378_137)

const at = (
  seconds: number,
  metres: number,
  kmh: number | null,
  given: Partial<IncidentRow> = {},
): IncidentRow => ({
  atMs: seconds * 1_000,
  latitudeE7: 0,
  longitudeE7: Math.round(metres * e7PerMetre),
  speedTenthKmh: kmh === null ? null : kmh * 10,
  isUsable: true,
  alerts: null,
  ...given,
})

function find(rows: IncidentRow[], changed: Partial<DrivingLimits> = {}): Incident[] {
  const finder = createIncidentFinder({ ...limits, ...changed })
  return [...rows.flatMap((row) => finder.take(row)), ...finder.end()]
}

/** As in `speeding 30-90 1500 m 101 km/h`. */
const outline = (rows: IncidentRow[], changed: Partial<DrivingLimits> = {}) =>
  find(rows, changed).map(({ kind, startMs, endMs, cm, topTenthKmh }) =>
    endMs === null
      ? `${kind} ${startMs / 1_000}`
      : `${kind} ${startMs / 1_000}-${endMs / 1_000} ${Math.round(cm! / 100)} m ${topTenthKmh! / 10} km/h`,
  )

test('a span lasts from the first location above the limit to the next that is not', () => {
  const rows = [at(0, 0, 80), at(30, 700, 95), at(60, 1_500, 101), at(90, 2_200, 90), at(120, 2_900, 80)]
  expect(outline(rows)).toEqual(['speeding 30-90 1500 m 101 km/h'])
})

test('the limit itself is allowed, and without a limit there are no spans', () => {
  const rows = [at(0, 0, 90), at(30, 750, 90.1), at(60, 1_500, 90)]
  expect(outline(rows)).toEqual(['speeding 30-60 750 m 90.1 km/h'])
  expect(outline(rows, { limitKmh: null })).toEqual([])
})

test('a silence of more than five minutes ends a span where it began', () => {
  const before = [at(0, 0, 100), at(30, 800, 100)]
  expect(outline([...before, at(330, 9_000, 100), at(360, 9_800, 80)])).toEqual([
    'speeding 0-360 9800 m 100 km/h',
  ])
  expect(outline([...before, at(331, 9_000, 100), at(360, 9_800, 80)])).toEqual([
    'speeding 0-30 800 m 100 km/h',
    'speeding 331-360 800 m 100 km/h',
  ])
})

test('what cannot be relied on neither begins nor ends a span', () => {
  const wrong = at(45, 50_000, 10, { isUsable: false })
  const rows = [at(0, 0, 80), at(30, 700, 95), wrong, at(60, 1_500, 95), at(90, 2_200, 80)]
  expect(outline(rows)).toEqual(['speeding 30-90 1500 m 95 km/h'])
  expect(outline([at(0, 0, 80), at(30, 700, 260), at(60, 1_500, 80)])).toEqual([])
})

test('a jump adds no distance, and the factor of the odometer counts', () => {
  const rows = [at(0, 0, 100), at(30, 40_000, 100), at(60, 40_800, 80)]
  expect(outline(rows)).toEqual(['speeding 0-60 800 m 100 km/h'])
  expect(outline(rows, { odometerFactor: 1.1 })).toEqual(['speeding 0-60 880 m 100 km/h'])
})

test('harsh events count once in ten seconds, each kind by itself', () => {
  const rows = [
    at(0, 0, 50, { alerts: ['harshBraking'] }),
    at(10, 100, 40, { alerts: ['harshBraking', 'harshCornering'] }),
    at(21, 200, 40, { alerts: ['harshBraking'] }),
    at(40, 300, 40, { alerts: ['harshAcceleration', 'sos'], isUsable: false }),
  ]
  expect(outline(rows)).toEqual([
    'harshBraking 0',
    'harshCornering 10',
    'harshBraking 21',
    'harshAcceleration 40',
  ])
  expect(find(rows).map(({ latitudeE7 }) => latitudeE7)).toEqual([0, 0, 0, null])
})

test.each([[null], ['harshBraking'], [{ harshBraking: true }], [[7, null]]])(
  'ignores alerts without sense: %j',
  (alerts) => {
    expect(outline([at(0, 0, 50, { alerts })])).toEqual([])
  },
)
