import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { summarize } from './summary.ts'
import styles from './summary-line.module.css'
import type { History } from './use-history.ts'

export function SummaryLine({ history }: { history: History }) {
  const { segments, simplifiedM } = history
  const { t } = useTranslation('locations')
  const format = useFormat()
  const { distanceM, drivingMs, stops, maxSpeedKmh } = useMemo(() => summarize(segments), [segments])
  const facts = [
    ['distance', format.distance(distanceM)],
    ['driving', format.hours(drivingMs / 1_000)],
    ['stops', format.number(stops)],
    ['maxSpeed', format.speed(maxSpeedKmh)],
  ] as const
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`summary.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {simplifiedM !== undefined && (
        <Text size="xs" c="dimmed" role="status">
          {t('simplified', { meters: simplifiedM })}
        </Text>
      )}
    </>
  )
}
