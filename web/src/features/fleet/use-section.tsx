// How much the fleet and its groups were used.

import type { Dashboard } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { Figure } from './figure.tsx'
import styles from './fleet.module.css'
import { Part } from './part.tsx'
import { ReportText, ReportTile } from './report-links.tsx'
import { shareOf } from './shares.ts'

type Use = Dashboard['use']

/** Of the period. */
const periodDays = 28

interface UseSectionProps {
  dashboard: Dashboard
  group: string | undefined
}

export function UseSection({ dashboard, group }: UseSectionProps) {
  const { t } = useTranslation('fleet')
  const { from, to, use, groups, groupCount } = dashboard
  const text = useTexts()
  const search = { report: 'fleetSummary', from, to, ...(group !== undefined && { groups: group }) } as const
  const columns = [
    'group',
    'devices',
    'distance',
    'usedDays',
    'driving',
    'drivingShare',
    'idleShare',
  ] as const
  return (
    <Part title={t('use.title')}>
      <ul className={styles.tiles}>
        {(['usedDays', 'driving', 'engine', 'drivingShare', 'idleShare'] as const).map((name) => (
          <li key={name}>
            <ReportTile search={search}>
              <Figure label={t(`use.${name}`)} value={text[name](use)} />
            </ReportTile>
          </li>
        ))}
      </ul>
      {groups.length > 0 && (
        <div className={styles.scroller}>
          <table className={styles.table} aria-label={t('use.byGroup')}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {t(`columns.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {groups.map((one) => (
                <tr key={one.groupId}>
                  <th scope="row">
                    <ReportText search={{ report: 'fleetSummary', from, to, groups: one.groupId }}>
                      {one.name}
                    </ReportText>
                  </th>
                  {columns.slice(1).map((column) => (
                    <td key={column}>{text[column as keyof typeof text](one)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {groupCount > groups.length && (
        <p className={styles.note}>{t('use.more', { count: groupCount - groups.length })}</p>
      )}
    </Part>
  )
}

function useTexts() {
  const format = useFormat()
  const percent = (share: number | undefined) =>
    share === undefined ? '–' : format.number(share, { style: 'percent', maximumFractionDigits: 0 })
  return {
    devices: ({ devices }: Use) => format.number(devices),
    distance: ({ distance }: Use) => format.distance(distance),
    usedDays: ({ usedDays, devices }: Use) => percent(shareOf(usedDays, devices * periodDays)),
    driving: ({ tripSeconds }: Use) => format.hours(tripSeconds),
    engine: ({ engineSeconds }: Use) => (engineSeconds === null ? '–' : format.hours(engineSeconds)),
    drivingShare: ({ engineTripSeconds, engineSeconds }: Use) =>
      percent(shareOf(engineTripSeconds, engineSeconds)),
    idleShare: ({ engineIdleSeconds, engineSeconds }: Use) =>
      percent(shareOf(engineIdleSeconds, engineSeconds)),
  }
}
