// Curves of temperatures: of a few devices, within a budget of time.

import { readTemperatureLines } from '../temperature/temperature.api.ts'
import type { Reading } from './catalogue/catalogue.types.ts'
import { periodOf } from './catalogue/device-values.ts'
import type { Lines } from './document.types.ts'
import { maxPictures } from './track-figures.ts'

const budgetMs = 15_000
const devicesPerRead = 50
/** Of each curve; each has its lowest and its highest value. */
const buckets = 250

export async function readTemperatureFigures(reading: Reading): Promise<Lines[]> {
  const { db, dates, request, texts } = reading
  const startedAtMs = performance.now()
  const period = periodOf(dates)
  const limits = [
    { label: texts.figures.lowerLimit, value: request.minTemperature },
    { label: texts.figures.upperLimit, value: request.maxTemperature },
  ].flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]))
  const figures: Lines[] = []
  for await (const { devices } of reading.devices(devicesPerRead)) {
    for (const { number, name } of devices.filter(({ isRepeat }) => !isRepeat)) {
      const found = await readTemperatureLines(db, number, period, buckets)
      const lines = found.map(({ probe, parts }) => ({ label: `${texts.figures.probe} ${probe}`, parts }))
      if (lines.length > 0) figures.push({ type: 'lines', title: `${name} (°C)`, ...period, lines, limits })
      if (figures.length === maxPictures || performance.now() - startedAtMs > budgetMs) return figures
    }
  }
  return figures
}
