// What needs maintenance. Each number opens the report, which is grouped by state.

import type { Dashboard } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { Figure } from './figure.tsx'
import styles from './fleet.module.css'
import { Part } from './part.tsx'
import { ReportTile } from './report-links.tsx'

interface MaintenanceSectionProps {
  dashboard: Dashboard
  group: string | undefined
}

/** Nothing without plans. */
export function MaintenanceSection({ dashboard, group }: MaintenanceSectionProps) {
  const { t } = useTranslation('fleet')
  const format = useFormat()
  const { from, to, maintenance } = dashboard
  if (Object.values(maintenance).every((count) => count === 0)) return null
  const search = { report: 'maintenance', from, to, ...(group !== undefined && { groups: group }) } as const
  return (
    <Part title={t('maintenance.title')}>
      <ul className={styles.tiles}>
        {(['overdue', 'due', 'soon'] as const).map((state) => (
          <li key={state}>
            <ReportTile search={search}>
              <Figure label={t(`maintenance.${state}`)} value={format.number(maintenance[state])} />
            </ReportTile>
          </li>
        ))}
      </ul>
    </Part>
  )
}
