// A column of a track as chart data: seconds, and null where nothing is known.

import type { Sensor, Track } from './track.ts'
import { isGap, sensors } from './track.ts'

export type ChartName = 'speed' | Sensor
export const chartNames: ChartName[] = ['speed', ...sensors]
export const chartUnits: Record<Sensor, string> = {
  altitude: 'm',
  battery: '%',
  powerVoltage: 'V',
  fuel: '%',
  temperature: '°C',
  humidity: '%',
  rpm: 'rpm',
}

/** The charts that have data. */
export function chartsOf(track: Track): ChartName[] {
  return chartNames.filter((name) => columnOf(track, name) !== undefined)
}

export function columnOf(track: Track, name: ChartName): Float32Array | undefined {
  return name === 'speed' ? track.speedKmh : track.sensors[name]
}

export function readCharts(text: string): ChartName[] {
  const wanted = text.split(',')
  return chartNames.filter((name) => wanted.includes(name))
}

export function chartData(track: Track, name: ChartName, factor = 1): [number[], (number | null)[]] {
  const column = columnOf(track, name)
  const seconds: number[] = []
  const values: (number | null)[] = []
  for (let i = 0; i < track.count; i += 1) {
    if (i > 0 && isGap(track, i)) {
      seconds.push(track.atMs[i - 1]! / 1_000 + 1)
      values.push(null)
    }
    const value = column?.[i] ?? Number.NaN
    // A sensor that reports rarely is drawn from one value to the next.
    if (Number.isNaN(value)) continue
    seconds.push(track.atMs[i]! / 1_000)
    values.push(value * factor)
  }
  return [seconds, values]
}

/** Where the area under a line ends: at zero, or at the lower edge if zero is not on the chart. */
export function fillBase(low: number, high: number): number {
  return low <= 0 && high >= 0 ? 0 : low
}
