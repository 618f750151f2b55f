// The archive in docs/public/archive-sample: three vans in the third quarter of 2026. Its files were written once, by the first
// version of the format. Every later version reads them.

import type { PlainRow } from './arbitrary-rows.ts'

const dayMs = 86_400_000
const weekMs = 7 * dayMs
const beginsAtMs = Date.UTC(2026, 5, 29)
const everyMs = 600_000
const weeks = 13
const devices = 3
const workingDays = 5

export interface SampleWeek {
  /** In the folder of the archive. */
  path: string
  rows: PlainRow[]
}

export function sampleWeeks(): SampleWeek[] {
  return Array.from({ length: weeks }, (_, week) => {
    const mondayMs = beginsAtMs + week * weekMs
    const day = new Date(mondayMs).toISOString().slice(0, 10)
    const rows = Array.from({ length: devices }, (_, device) => weekOf(device + 1, mondayMs)).flat()
    return { path: `class=2/week=${day}/part-00001.parquet`, rows }
  })
}

/** From eight to sixteen on working days: away in a curve, and back. */
function weekOf(deviceNumber: number, mondayMs: number): PlainRow[] {
  const stepsOfDay = (8 * 3_600_000) / everyMs
  return Array.from({ length: workingDays * stepsOfDay }, (_, index) => {
    const step = index % stepsOfDay
    const fixedAtMs = mondayMs + Math.floor(index / stepsOfDay) * dayMs + 8 * 3_600_000 + step * everyMs
    const angle = (step / (stepsOfDay - 1)) * 2 * Math.PI
    return {
      ...{ accountId: 1, deviceNumber, fixedAtMs },
      receivedAtMs: fixedAtMs + 2_000 + ((index * 7_919) % 3_000),
      fingerprint: Math.imul(index + deviceNumber * 1_000, 2_654_435_761) | 0,
      latitudeE7: 413_900_000 + Math.round(Math.sin(angle) * 1_000_000 * deviceNumber),
      longitudeE7: 21_700_000 + Math.round((1 - Math.cos(angle)) * 1_000_000 * deviceNumber),
      altitudeM: index % 40 === 0 ? null : 20 + (index % 30),
      speedTenthKmh: step === 0 ? 0 : 300 + (index % 400),
      courseTenthDeg: Math.round((angle / (2 * Math.PI)) * 3_599),
      accuracyM: null,
      satellites: 8 + (index % 4),
      more: `{"ignition": true, "attributes": {"fuel": ${90 - step}}}`,
    }
  })
}
