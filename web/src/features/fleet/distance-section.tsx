// The distance of the period: its sum, its days, and the days before.

import type { Dashboard } from '@rastro/client'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { inBackground } from '../../ui/in-background.ts'
import { useFormat } from '../../ui/use-format.ts'
import { DistanceChart } from './distance-chart.tsx'
import { DistanceTable } from './distance-table.tsx'
import { Figure } from './figure.tsx'
import styles from './fleet.module.css'
import { Part } from './part.tsx'
import { ReportTile, useMayOpenReports } from './report-links.tsx'
import { changeOf } from './shares.ts'

interface DistanceSectionProps {
  dashboard: Dashboard
  group: string | undefined
}

export function DistanceSection({ dashboard, group }: DistanceSectionProps) {
  const { t } = useTranslation('fleet')
  const format = useFormat()
  const navigate = useNavigate()
  const mayOpen = useMayOpenReports()
  const { from, to, previousFrom, previousTo, today, distance, previousDistance, days } = dashboard
  const groups = group === undefined ? {} : { groups: group }
  const openDay = useCallback(
    (day: string) => {
      if (!mayOpen) return
      const of = group === undefined ? {} : { groups: group }
      inBackground(
        navigate({ to: '/reports', search: { report: 'fleetSummary', from: day, to: day, ...of } }),
      )
    },
    [navigate, mayOpen, group],
  )
  const change = changeOf(distance, previousDistance)
  const percent = { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' } as const
  return (
    <Part title={t('distance.title')}>
      <ul className={styles.tiles}>
        <li>
          <ReportTile search={{ report: 'fleetSummary', from, to, ...groups }}>
            <Figure
              label={t('distance.these')}
              value={format.distance(distance)}
              hint={
                change === undefined
                  ? undefined
                  : t('distance.change', { change: format.number(change, percent) })
              }
            />
          </ReportTile>
        </li>
        <li>
          <ReportTile search={{ report: 'fleetSummary', from: previousFrom, to: previousTo, ...groups }}>
            <Figure label={t('distance.before')} value={format.distance(previousDistance)} />
          </ReportTile>
        </li>
        <li>
          <ReportTile search={{ report: 'fleetSummary', from: today.day, to: today.day, ...groups }}>
            <Figure label={t('distance.today')} value={format.distance(today.distance)} />
          </ReportTile>
        </li>
      </ul>
      <DistanceChart days={days} onOpen={openDay} />
      <DistanceTable days={days} group={group} />
    </Part>
  )
}
