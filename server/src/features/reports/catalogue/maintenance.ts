import { readMaintenance } from '../../maintenance/maintenance.api.ts'
import type { ReportDefinition } from './catalogue.types.ts'
import { periodOf } from './device-values.ts'

const secondsPerHour = 3_600

/** What is due as of now. The period is that of the costs. */
export const maintenance: ReportDefinition = {
  report: 'maintenance',
  groupings: ['state', 'none'],
  maxDays: 400,
  columns: () => [
    { key: 'device', type: 'text', weight: 3.4 },
    { key: 'licensePlate', type: 'text', weight: 2, isOptional: true },
    { key: 'plan', type: 'text', weight: 3 },
    { key: 'state', type: 'text', weight: 1.8 },
    { key: 'lastDone', type: 'dateTime', weight: 2.4 },
    { key: 'remainingDistance', type: 'distance', weight: 2 },
    { key: 'remainingHours', type: 'count', weight: 1.8 },
    { key: 'remainingDays', type: 'count', weight: 1.8 },
    { key: 'forecast', type: 'day', weight: 2 },
    { key: 'cost', type: 'text', weight: 2.4 },
    { key: 'count', type: 'count', weight: 1, total: 'sum', isOptional: true },
  ],
  footnotes: () => ['maintenance'],
  async *read({ db, now, dates, groupBy, texts, request, isWanted }) {
    for await (const rows of readMaintenance(db, isWanted, now, periodOf(dates))) {
      yield rows.map((row) => ({
        ...(groupBy === 'state' && { group: texts.maintenanceStates[row.state] }),
        values: {
          device: row.device,
          licensePlate: row.licensePlate,
          plan: row.plan,
          state: texts.maintenanceStates[row.state],
          lastDone: row.doneMs,
          remainingDistance: row.leftCm,
          remainingHours: row.leftSeconds === null ? null : Math.floor(row.leftSeconds / secondsPerHour),
          remainingDays: row.leftDays,
          forecast: row.forecastOn,
          cost: costText(row.costs, request.language),
          count: 1,
        },
        path: `/devices/${row.deviceId}?tab=maintenance`,
      }))
    }
  },
}

/** Of several currencies all are named. */
function costText(costs: Record<string, number> | null, language: string): string | null {
  if (!costs) return null
  return Object.entries(costs)
    .map(([currency, minor]) => {
      const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'code' })
      return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0))
    })
    .join(' + ')
}
