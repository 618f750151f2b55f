import { sumDevices } from '../../trips/device-days.api.ts'
import { countCorrections } from '../run.queries.ts'
import type { Entry, ReportDefinition } from './catalogue.types.ts'
import { deviceColumns, deviceValues, historyPath, inGroup, periodOf } from './device-values.ts'

const devicesAtOnce = 100

/** How far the data of a device can be relied on. */
export const dataQuality: ReportDefinition = {
  report: 'dataQuality',
  groupings: ['none', 'group'],
  maxDays: 400,
  columns: () => [
    ...deviceColumns,
    { key: 'coverage', type: 'share', weight: 1.6, total: { ratio: ['covered', 'known'] } },
    { key: 'daysWithData', type: 'count', weight: 1.6, total: 'sum' },
    { key: 'gapTime', type: 'duration', weight: 2, total: 'sum' },
    { key: 'bridgedDistance', type: 'distance', weight: 2, total: 'sum' },
    { key: 'locations', type: 'count', weight: 1.8, total: 'sum' },
    { key: 'unusable', type: 'count', weight: 1.6, total: 'sum' },
    { key: 'coordinates', type: 'count', weight: 1.6, total: 'sum' },
    { key: 'accuracy', type: 'count', weight: 1.6, total: 'sum' },
    { key: 'jump', type: 'count', weight: 1.6, total: 'sum' },
    { key: 'ahead', type: 'count', weight: 1.6, total: 'sum' },
    { key: 'odometerBreaks', type: 'count', weight: 1.6, total: 'sum' },
    { key: 'corrections', type: 'count', weight: 1.6, total: 'sum' },
  ],
  footnotes: () => ['coverage'],
  async *read({ db, dates, devices: listDevices }) {
    const period = periodOf(dates)
    for await (const { group, devices } of listDevices(devicesAtOnce)) {
      const numbers = devices.map(({ number }) => number)
      const byDevice = await sumDevices(db, numbers, dates)
      const corrections = await countCorrections(db, numbers, period)
      yield devices.map((device): Entry => {
        const { sums, days } = byDevice.get(device.number)!
        const covered = sums.tripSeconds + sums.stopSeconds
        const known = covered + sums.gapSeconds
        const { coordinates, accuracy, jump, ahead, locations, odometerBreaks } = sums
        const values = {
          ...deviceValues(device),
          ...{ covered, known },
          coverage: known > 0 ? covered / known : null,
          daysWithData: days.filter((day) => day.locations > 0).length,
          gapTime: sums.gapSeconds,
          bridgedDistance: sums.bridgedCm,
          locations,
          unusable: coordinates + accuracy + jump + ahead,
          ...{ coordinates, accuracy, jump, ahead, odometerBreaks },
          corrections: corrections.get(device.number) ?? 0,
        }
        return { ...inGroup(group, device), values, path: historyPath(device.id, dates) }
      })
    }
  },
}
