import type { Segment } from './segments.ts'

export interface Summary {
  distanceM: number
  drivingMs: number
  stops: number
  maxSpeedKmh: number
}

export function summarize(segments: Segment[]): Summary {
  const drives = segments.filter(({ kind }) => kind === 'driving')
  return {
    distanceM: drives.reduce((sum, drive) => sum + drive.distanceM, 0),
    drivingMs: drives.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0),
    stops: segments.filter(({ kind }) => kind === 'stopped').length,
    maxSpeedKmh: drives.reduce((most, { maxSpeedKmh }) => Math.max(most, maxSpeedKmh), 0),
  }
}
