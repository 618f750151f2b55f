import { sumDevices } from '../../trips/device-days.api.ts'
import type { Entry, ReportDefinition } from './catalogue.types.ts'
import { deviceColumns, deviceValues, historyPath, inGroup } from './device-values.ts'

const devicesAtOnce = 100
export const defaultPlannedHours = 8

/** How much a device was used, compared with the hours that were planned for it. */
export const engineHours: ReportDefinition = {
  report: 'engineHours',
  groupings: ['none', 'group'],
  maxDays: 400,
  columns: () => [
    ...deviceColumns,
    { key: 'engine', type: 'duration', weight: 2, total: 'sum' },
    { key: 'tripTime', type: 'duration', weight: 2, total: 'sum' },
    { key: 'idle', type: 'duration', weight: 2, total: 'sum' },
    { key: 'planned', type: 'duration', weight: 2, total: 'sum', isOptional: true },
    {
      key: 'plannedShare',
      type: 'share',
      weight: 2,
      total: { ratio: ['used', 'planned'], isUnlimited: true },
    },
    { key: 'daysUsed', type: 'count', weight: 1.6, total: 'sum' },
    { key: 'daysUnused', type: 'count', weight: 1.6, total: 'sum' },
    { key: 'distance', type: 'distance', weight: 2, total: 'sum', isOptional: true },
  ],
  footnotes: () => ['plannedShare', 'daysUnused'],
  async *read({ db, dates, request, devices: listDevices }) {
    const { plannedHoursPerDay = defaultPlannedHours } = request
    const planned = Math.round(plannedHoursPerDay * 3_600) * dates.length
    for await (const { group, devices } of listDevices(devicesAtOnce)) {
      const numbers = devices.map(({ number }) => number)
      const byDevice = await sumDevices(db, numbers, dates)
      yield devices.map((device): Entry => {
        const { sums, days } = byDevice.get(device.number)!
        // Without the state of the engine, the time of trips is what is known.
        const used = sums.engineSeconds ?? sums.tripSeconds
        const daysUsed = days.filter((day) => (day.engineSeconds ?? day.tripSeconds) > 0).length
        const values = {
          ...deviceValues(device),
          ...{ used, planned, daysUsed, daysUnused: dates.length - daysUsed },
          engine: sums.engineSeconds,
          tripTime: sums.tripSeconds,
          idle: sums.idleSeconds,
          plannedShare: planned > 0 ? used / planned : null,
          distance: sums.cm,
        }
        return { ...inGroup(group, device), values, path: historyPath(device.id, dates) }
      })
    }
  },
}
