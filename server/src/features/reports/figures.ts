// The figures of a report: what its first page shows before the table.

import { sumFleetDays } from '../trips/device-days.api.ts'
import { toMetres } from '../trips/measures.api.ts'
import type { Reading } from './catalogue/catalogue.types.ts'
import type { Figure } from './document.types.ts'
import { readFuelCurves } from './fuel-figures.ts'
import { readMarks } from './mark-figures.ts'
import { readTemperatureFigures } from './temperature-figures.ts'
import { readTrackPictures } from './track-figures.ts'

const devicesAtOnce = 250
/** More days do not fit next to each other. */
const maxBars = 31

export async function readFigures(reading: Reading): Promise<Figure[]> {
  if (reading.request.report === 'fuel') return readFuelCurves(reading)
  const sums = await readSums(reading)
  const { report } = reading.request
  if (report === 'trips') return [...sums, ...(await readTrackPictures(reading))]
  if (report === 'speeding') return readTrackPictures(reading, readMarks)
  return report === 'temperature' ? readTemperatureFigures(reading) : sums
}

async function readSums(reading: Reading): Promise<Figure[]> {
  const { db, dates, request, texts } = reading
  if (request.report !== 'fleetSummary' && request.report !== 'trips') return []
  const cmByDay = dates.map(() => 0)
  const seconds = { trip: 0, stop: 0, gap: 0 }
  for await (const { devices } of reading.devices(devicesAtOnce)) {
    const counted = devices.filter(({ isRepeat }) => !isRepeat).map(({ number }) => number)
    for (const { bucket, ...day } of await sumFleetDays(db, counted, dates)) {
      cmByDay[bucket]! += day.cm
      seconds.trip += day.tripSeconds
      seconds.stop += day.stopSeconds
      seconds.gap += day.gapSeconds
    }
  }
  const words = texts.figures
  const shares: Figure = {
    type: 'shares',
    title: words.time,
    valueType: 'duration',
    parts: [
      { label: words.tripTime, value: seconds.trip },
      { label: words.stopTime, value: seconds.stop },
      { label: words.gapTime, value: seconds.gap },
    ],
  }
  if (dates.length > maxBars) return [shares]
  const bars: Figure = {
    type: 'bars',
    title: words.distanceByDay,
    valueType: 'distance',
    bars: dates.map(({ day }, index) => ({
      label: String(Number(day.slice(8))),
      value: toMetres(cmByDay[index]!),
    })),
  }
  return [bars, shares]
}
