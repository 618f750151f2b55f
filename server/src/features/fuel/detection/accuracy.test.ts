// Fills and drains of simulated tanks, which are known.

import { expect, test } from 'vitest'
import { isFullLane } from '../../../../../scripts/lane.ts'
import type { SensorKind, Tank } from '../../../../test/fuel/tanks.ts'
import { simulateTank } from '../../../../test/fuel/tanks.ts'
import type { FuelEvent, FuelEventKind, FuelStop } from './fuel.types.ts'
import { findFuel } from './fuel-events.ts'
import { endOfPart } from './parts.ts'

const tanks = 200
const days = isFullLane ? 30 : 7
const tolerantMs = 5 * 60_000

interface Score {
  truth: number
  found: number
  hits: number
  trueMl: number
  foundMl: number
}

/** As the worker reads them. */
function inParts(stop: FuelStop, tankMl: number): FuelStop[] {
  const parts: FuelStop[] = []
  let { beganAtMs, readings } = stop
  for (;;) {
    const nextMs = endOfPart(readings, beganAtMs, tankMl, false)
    const isContinued = parts.length > 0
    if (nextMs === null) return [...parts, { ...stop, beganAtMs, isContinued, readings }]
    const part = readings.filter(({ atMs }) => atMs < nextMs)
    parts.push({ beganAtMs, endedAtMs: nextMs, isContinued, readings: part })
    readings = readings.filter(({ atMs }) => atMs >= nextMs)
    beganAtMs = nextMs
  }
}

function findIn({ stops, tankMl }: Tank): FuelEvent[] {
  const parts = stops.flatMap((stop) => inParts(stop, tankMl))
  const thresholds = { tankMl, minFillMl: 5_000, minDrainMl: 5_000, idleMlPerHour: 2_000, gapMs: 900_000 }
  return findFuel(parts, thresholds).flatMap(({ events }) => events)
}

const scores = new Map<string, Score>()
for (let seed = 1; seed <= tanks; seed += 1) {
  const tank = simulateTank(seed, days)
  const events = findIn(tank)
  for (const kind of ['fill', 'drain'] as const) {
    const key = `${tank.kind} ${kind}`
    const score = scores.get(key) ?? { truth: 0, found: 0, hits: 0, trueMl: 0, foundMl: 0 }
    scores.set(key, score)
    const found = new Set(events.filter((event) => event.kind === kind))
    score.found += found.size
    for (const event of tank.events.filter((one) => one.kind === kind)) {
      score.truth += 1
      const hit = [...found].find(
        ({ fromMs, toMs }) => fromMs <= event.toMs + tolerantMs && toMs >= event.fromMs - tolerantMs,
      )
      if (!hit) continue
      found.delete(hit)
      score.hits += 1
      score.trueMl += event.ml
      score.foundMl += hit.ml
    }
  }
}

const cases: [SensorKind, FuelEventKind][] = (['percent', 'litres', 'voltage'] as const).flatMap(
  (sensor): [SensorKind, FuelEventKind][] => [
    [sensor, 'fill'],
    [sensor, 'drain'],
  ],
)

test.each(cases)('%s, %s', (sensor, kind) => {
  const { truth, found, hits, trueMl, foundMl } = scores.get(`${sensor} ${kind}`)!
  expect(truth).toBeGreaterThan(50)
  expect({ recall: hits / truth >= 0.97, precision: hits / found >= 0.97, truth, found, hits }).toMatchObject(
    {
      recall: true,
      precision: true,
    },
  )
  expect(Math.abs(foundMl / trueMl - 1)).toBeLessThanOrEqual(0.03)
})
