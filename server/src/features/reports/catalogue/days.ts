import { sumDeviceDays } from '../../trips/device-days.api.ts'
import type { Entry, ReportDefinition, Values } from './catalogue.types.ts'
import { deviceColumns, deviceValues, historyPath, inGroup } from './device-values.ts'

const devicesAtOnce = 100

/** A table of devices and days. */
export const days: ReportDefinition = {
  report: 'days',
  groupings: ['none', 'group'],
  maxDays: 31,
  columns: (dates) => [
    ...deviceColumns,
    ...dates.map(({ day }) => ({
      key: day,
      title: `${Number(day.slice(8))}/${Number(day.slice(5, 7))}`,
      type: 'distance' as const,
      weight: 1,
      total: 'sum' as const,
      isShaded: true,
    })),
    { key: 'distance', type: 'distance', weight: 1.6, total: 'sum' },
  ],
  footnotes: ['distance'],
  async *read(reading) {
    const { db, dates } = reading
    for await (const { group, devices } of reading.devices(devicesAtOnce)) {
      const byDevice = await sumDeviceDays(
        db,
        devices.map(({ number }) => number),
        dates,
      )
      yield devices.map((device): Entry => {
        const byDay = byDevice.get(device.number)!
        const values: Values = { ...deviceValues(device), distance: 0 }
        let cm = 0
        dates.forEach(({ day }, index) => {
          const ofDay = byDay[index]?.cm ?? null
          values[day] = ofDay
          cm += ofDay ?? 0
        })
        values.distance = cm
        return { ...inGroup(group, device), values, path: historyPath(device.id, dates) }
      })
    }
  },
}
