import type { Language } from '../../../platform/http/accept-language.ts'
import type { SummarySums } from '../../trips/device-days.api.ts'
import { sumDeviceDays } from '../../trips/device-days.api.ts'
import type { CellType } from '../document.types.ts'
import type { DayValue } from '../report.types.ts'
import type { Entry, ReportDefinition, Values } from './catalogue.types.ts'
import { deviceColumns, deviceValues, historyPath, inGroup } from './device-values.ts'

const devicesAtOnce = 100

/** What the cells show: the key is that of the column with the sum. */
const dayValues: Record<DayValue, { type: CellType; of(day: SummarySums): number | null }> = {
  distance: { type: 'distance', of: ({ cm }) => cm },
  tripTime: { type: 'duration', of: ({ tripSeconds }) => tripSeconds },
  idle: { type: 'duration', of: ({ idleSeconds }) => idleSeconds },
  engine: { type: 'duration', of: ({ engineSeconds }) => engineSeconds },
}

const month = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

/** In English by the name of the month, as in the cells of other reports. */
function titleOf(day: string, language: Language | undefined): string {
  const number = Number(day.slice(8))
  return language === 'en'
    ? `${number} ${month.format(Date.parse(day))}`
    : `${number}/${Number(day.slice(5, 7))}`
}

/** A table of devices and days. */
export const days: ReportDefinition = {
  report: 'days',
  groupings: ['none', 'group'],
  maxDays: 31,
  columns: (dates, { dayValue = 'distance', language } = {}) => {
    const { type } = dayValues[dayValue]
    return [
      ...deviceColumns,
      ...dates.map(({ day }) => ({
        key: day,
        title: titleOf(day, language),
        type,
        weight: 1,
        total: 'sum' as const,
        isShaded: true,
      })),
      { key: dayValue, type, weight: 1.6, total: 'sum' },
    ]
  },
  footnotes: ({ dayValue = 'distance' }) => (dayValue === 'distance' ? ['distance'] : []),
  async *read(reading) {
    const { db, dates, request } = reading
    const { dayValue = 'distance' } = request
    for await (const { group, devices } of reading.devices(devicesAtOnce)) {
      const byDevice = await sumDeviceDays(
        db,
        devices.map(({ number }) => number),
        dates,
      )
      yield devices.map((device): Entry => {
        const byDay = byDevice.get(device.number)!
        const values: Values = deviceValues(device)
        let sum = 0
        dates.forEach(({ day }, index) => {
          const sums = byDay[index]
          const ofDay = sums ? dayValues[dayValue].of(sums) : null
          values[day] = ofDay
          sum += ofDay ?? 0
        })
        values[dayValue] = sum
        return { ...inGroup(group, device), values, path: historyPath(device.id, dates) }
      })
    }
  },
}
