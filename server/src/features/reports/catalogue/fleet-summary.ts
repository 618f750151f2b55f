import { sumDevices } from '../../trips/device-days.api.ts'
import { countAlerts } from '../alert.queries.ts'
import type { Entry, Reading, ReportDefinition, ReportedDevice } from './catalogue.types.ts'
import { deviceColumns, deviceValues, historyPath, inGroup, periodOf } from './device-values.ts'
import { summarizeDrivers } from './driver-summary.ts'

const devicesAtOnce = 100

export const fleetSummary: ReportDefinition = {
  report: 'fleetSummary',
  groupings: ['none', 'group', 'driver'],
  maxDays: 400,
  columns: () => [
    ...deviceColumns,
    { key: 'distance', type: 'distance', weight: 2, total: 'sum' },
    { key: 'trips', type: 'count', weight: 1.4, total: 'sum' },
    { key: 'tripTime', type: 'duration', weight: 2, total: 'sum' },
    { key: 'idle', type: 'duration', weight: 1.8, total: 'sum' },
    { key: 'idleShare', type: 'share', weight: 1.4, total: { ratio: ['idleOfEngine', 'engine'] } },
    { key: 'stopTime', type: 'duration', weight: 2, total: 'sum' },
    { key: 'gapTime', type: 'duration', weight: 2, total: 'sum', isOptional: true },
    { key: 'engine', type: 'duration', weight: 2, total: 'sum' },
    { key: 'maxSpeed', type: 'speed', weight: 1.6, total: 'max' },
    { key: 'firstStart', type: 'dateTime', weight: 2.6, total: 'min' },
    { key: 'lastEnd', type: 'dateTime', weight: 2.6, total: 'max' },
    { key: 'daysUsed', type: 'count', weight: 1.4, total: 'sum' },
    { key: 'alerts', type: 'count', weight: 1.4, total: 'sum' },
    { key: 'bridgedDistance', type: 'distance', weight: 2, total: 'sum', isOptional: true },
  ],
  footnotes: ({ groupBy }) =>
    groupBy === 'driver' ? ['byDriver', 'idleShare', 'cut'] : ['distance', 'idleShare'],
  async *read(reading) {
    if (reading.groupBy === 'driver') {
      yield* summarizeDrivers(reading)
      return
    }
    for await (const { group, devices } of reading.devices(devicesAtOnce)) {
      yield await readDevices(reading, group, devices)
    }
  },
}

async function readDevices(
  { db, dates }: Reading,
  group: string | undefined,
  devices: ReportedDevice[],
): Promise<Entry[]> {
  const numbers = devices.map(({ number }) => number)
  const period = periodOf(dates)
  const byDevice = await sumDevices(db, numbers, dates)
  const alerts = await countAlerts(db, numbers, period)
  return devices.map((device): Entry => {
    const { sums, days } = byDevice.get(device.number)!
    const { engineSeconds, idleSeconds } = sums
    const values = {
      ...deviceValues(device),
      distance: sums.cm,
      trips: sums.trips,
      tripTime: sums.tripSeconds,
      idle: idleSeconds,
      idleShare: engineSeconds ? Math.min(1, idleSeconds / engineSeconds) : null,
      idleOfEngine: engineSeconds === null ? 0 : idleSeconds,
      stopTime: sums.stopSeconds,
      gapTime: sums.gapSeconds,
      engine: engineSeconds,
      maxSpeed: sums.topSpeed,
      firstStart: sums.firstStartMs,
      lastEnd: sums.lastEndMs,
      daysUsed: days.filter(({ tripSeconds }) => tripSeconds > 0).length,
      alerts: alerts.get(device.number) ?? 0,
      bridgedDistance: sums.bridgedCm,
    }
    return { ...inGroup(group, device), values, path: historyPath(device.id, dates) }
  })
}
