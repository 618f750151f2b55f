// The levels of fuel sensors as curves: of a few of them, within a budget of time.

import type { Language } from '../../platform/http/accept-language.ts'
import type { SensorCurve } from '../fuel/level-curve.api.ts'
import { readLevelCurves } from '../fuel/level-curve.api.ts'
import type { Reading, ReportedDevice } from './catalogue/catalogue.types.ts'
import { periodOf } from './catalogue/device-values.ts'
import type { Curve } from './document.types.ts'
import { createValueFormat } from './formats/values.ts'

export const maxCurves = 6
const limits = { levels: 500, events: 40 }
const devicesAtOnce = 50
const budgetMs = 15_000
const maxTicks = 10
const tickMs = 4 * 3_600_000
/** Of the period: a tracker that stands reports seldom. */
const gapShare = 1 / 20
const shortestGapMs = 6 * 3_600_000

export async function readFuelCurves(reading: Reading): Promise<Curve[]> {
  const startedAtMs = performance.now()
  const curves: Curve[] = []
  for await (const { devices } of reading.devices(devicesAtOnce)) {
    for (const device of devices.filter(({ isRepeat }) => !isRepeat)) {
      for await (const sensor of readLevelCurves(
        reading.db,
        device.number,
        periodOf(reading.dates),
        limits,
      )) {
        curves.push(curveOf(reading, device, sensor))
        if (curves.length === maxCurves) return curves
      }
      if (performance.now() - startedAtMs > budgetMs) return curves
    }
  }
  return curves
}

function curveOf(
  { dates, request, timeZone }: Reading,
  { name }: ReportedDevice,
  sensor: SensorCurve,
): Curve {
  const { fromMs, toMs } = periodOf(dates)
  const { language, units } = request
  const format = createValueFormat({ language, units, timeZone })
  const litresOf = (ml: number) => ml / 1_000
  return {
    type: 'curve',
    title: `${name} · ${sensor.name}`,
    valueType: 'volume',
    ...{ fromMs, toMs },
    greatest: litresOf(sensor.tankMl),
    points: sensor.levels.map(([atMs, ml]) => [atMs, litresOf(ml)]),
    gapMs: Math.max(shortestGapMs, (toMs - fromMs) * gapShare),
    marks: sensor.events.map(({ kind, toMs: atMs, afterMl, ml }) => ({
      atMs,
      value: litresOf(afterMl),
      label: `${kind === 'fill' ? '+' : '−'}${format.cell(litresOf(ml), 'volume')}`,
      isRise: kind === 'fill',
    })),
    ticks: ticksOf(dates, language, timeZone),
  }
}

/** Days, or the hours of a single one. */
function ticksOf(dates: Reading['dates'], language: Language, timeZone: string): Curve['ticks'] {
  const { fromMs, toMs } = periodOf(dates)
  if (dates.length > 1) {
    const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone })
    const step = Math.ceil(dates.length / maxTicks)
    return dates
      .filter((_, index) => index % step === 0)
      .map(({ startMs }) => ({ atMs: startMs, label: day.format(startMs) }))
  }
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', hourCycle: 'h23', timeZone })
  const count = Math.ceil((toMs - fromMs) / tickMs)
  return Array.from({ length: count }, (_, index) => fromMs + index * tickMs).map((atMs) => ({
    atMs,
    label: time.format(atMs),
  }))
}
