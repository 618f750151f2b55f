// The numbers of the chart.

import type { Dashboard } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import styles from './fleet.module.css'
import { ReportText } from './report-links.tsx'

interface DistanceTableProps {
  days: Dashboard['days']
  group: string | undefined
}

export function DistanceTable({ days, group }: DistanceTableProps) {
  const { t } = useTranslation('fleet')
  const format = useFormat()
  const groups = group === undefined ? {} : { groups: group }
  return (
    <details className={styles.details}>
      <summary>{t('distance.asTable')}</summary>
      <div className={styles.scroller}>
        <table className={styles.table} aria-label={t('distance.title')}>
          <thead>
            <tr>
              <th scope="col">{t('columns.day')}</th>
              <th scope="col">{t('columns.distance')}</th>
              <th scope="col">{t('distance.before')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, distance, previousDistance }) => (
              <tr key={day}>
                <th scope="row">
                  <ReportText search={{ report: 'fleetSummary', from: day, to: day, ...groups }}>
                    {format.weekday(day)}
                  </ReportText>
                </th>
                <td>{format.distance(distance)}</td>
                <td>{format.distance(previousDistance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
