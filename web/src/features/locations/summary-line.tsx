import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import type { Segment } from './segments.ts'
import { summarize } from './summary.ts'
import styles from './summary-line.module.css'

export function SummaryLine({ segments }: { segments: Segment[] }) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const { distanceM, drivingMs, stops, maxSpeedKmh } = useMemo(() => summarize(segments), [segments])
  const facts = [
    ['distance', format.distance(distanceM)],
    ['driving', format.duration(drivingMs / 1_000)],
    ['stops', format.number(stops)],
    ['maxSpeed', format.speed(maxSpeedKmh)],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`summary.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
