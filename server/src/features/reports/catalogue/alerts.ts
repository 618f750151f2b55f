import { createAlertTexts } from '../../alert-texts/alert-text.api.ts'
import type { ReportedAlert } from '../alert.queries.ts'
import { listReportedAlerts } from '../alert.queries.ts'
import type { ReportDefinition } from './catalogue.types.ts'
import { periodOf } from './device-values.ts'

const alertsPerRead = 2_000

export const alerts: ReportDefinition = {
  report: 'alerts',
  groupings: ['none', 'day'],
  maxDays: 400,
  columns: () => [
    { key: 'time', type: 'dateTime', weight: 2.4 },
    { key: 'device', type: 'text', weight: 3.4 },
    { key: 'text', type: 'text', weight: 5 },
    { key: 'severity', type: 'text', weight: 1.6 },
    { key: 'place', type: 'text', weight: 4.4 },
    { key: 'state', type: 'text', weight: 2 },
    { key: 'acknowledgedAfter', type: 'duration', weight: 2 },
    { key: 'acknowledgedBy', type: 'text', weight: 2.4 },
    { key: 'resolvedAfter', type: 'duration', weight: 2 },
    { key: 'count', type: 'count', weight: 1, total: 'sum', isOptional: true },
    { key: 'id', type: 'text', weight: 3, isOptional: true },
  ],
  footnotes: () => [],
  async *read({ db, dates, groupBy, namePlace, texts, isWanted, request, timeZone }) {
    const textOf = createAlertTexts({ language: request.language, units: request.units, timeZone })
    const period = periodOf(dates)
    const dayAt = (atMs: number) => dates.find(({ endMs }) => atMs < endMs)!.day
    let after: ReportedAlert | undefined
    for (;;) {
      const some = await listReportedAlerts(db, { isWanted, period, after, limit: alertsPerRead })
      if (some.length === 0) return
      after = some.at(-1)
      yield some.map((alert) => ({
        ...(groupBy === 'day' && { group: dayAt(alert.atMs) }),
        values: {
          time: alert.atMs,
          device: alert.device,
          text: textOf(alert),
          severity: texts.severities[alert.severity] ?? alert.severity,
          place: alert.latitude === null ? null : namePlace(alert.latitude, alert.longitude!).name,
          state: texts.alertStates[alert.state] ?? alert.state,
          acknowledgedAfter: alert.acknowledgedAfterSeconds,
          acknowledgedBy: alert.acknowledgedBy,
          resolvedAfter: alert.resolvedAfterSeconds,
          count: 1,
          id: alert.id,
        },
        path: `/alerts?id=${alert.id}`,
      }))
    }
  },
}
