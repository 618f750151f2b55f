// How far the numbers can be relied on.

import type { Dashboard } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { Figure } from './figure.tsx'
import styles from './fleet.module.css'
import { Part } from './part.tsx'
import { ReportTile } from './report-links.tsx'
import { shareOf } from './shares.ts'

interface QualitySectionProps {
  dashboard: Dashboard
  group: string | undefined
}

export function QualitySection({ dashboard, group }: QualitySectionProps) {
  const { t } = useTranslation('fleet')
  const format = useFormat()
  const { from, to, quality } = dashboard
  const percent = (share: number | undefined) =>
    share === undefined ? '–' : format.number(share, { style: 'percent', maximumFractionDigits: 1 })
  const values = {
    gaps: percent(shareOf(quality.gapSeconds, quality.knownSeconds)),
    unusable: percent(shareOf(quality.unusableLocations, quality.locations)),
    corrections: format.number(quality.corrections),
  }
  const search = { report: 'dataQuality', from, to, ...(group !== undefined && { groups: group }) } as const
  return (
    <Part title={t('quality.title')}>
      <ul className={styles.tiles}>
        {(['gaps', 'unusable', 'corrections'] as const).map((name) => (
          <li key={name}>
            <ReportTile search={search}>
              <Figure label={t(`quality.${name}`)} value={values[name]} />
            </ReportTile>
          </li>
        ))}
      </ul>
    </Part>
  )
}
