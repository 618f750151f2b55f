// The sums of a day, and of the whole period where it is longer.

import { Text } from '@mantine/core'
import type { Day } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { kmhPerMs } from '../../ui/speed.ts'
import type { PeriodSums } from '../../ui/trips/shown-segments.ts'
import { useFormat } from '../../ui/use-format.ts'
import styles from './facts.module.css'

const unknown = '–'

export function DayFacts({ sums, isDriving }: { sums: Day; isDriving: boolean }) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const facts = [
    ['distance', format.distance(sums.distance)],
    ['driving', format.hours(sums.tripSeconds)],
    ['stops', format.number(sums.stops)],
    ['maxSpeed', sums.maxSpeed === null ? unknown : format.speed(sums.maxSpeed * kmhPerMs)],
    ['firstStart', sums.firstStartAt === null ? unknown : format.time(sums.firstStartAt)],
    [
      'lastEnd',
      isDriving ? t('day.driving') : sums.lastEndAt === null ? unknown : format.time(sums.lastEndAt),
    ],
    ['engine', sums.engineSeconds === null ? unknown : format.hours(sums.engineSeconds)],
    ['idle', format.hours(sums.idleSeconds)],
  ] as const
  return <Facts facts={facts} label={t('day.facts')} />
}

export function PeriodFacts({ sums }: { sums: PeriodSums }) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const facts = [
    ['distance', format.distance(sums.distanceM)],
    ['driving', format.hours(sums.tripSeconds)],
    ['stops', format.number(sums.stops)],
    ['maxSpeed', sums.maxSpeedKmh === undefined ? unknown : format.speed(sums.maxSpeedKmh)],
  ] as const
  return (
    <>
      <Text size="xs" fw={600} px={12} pt={8}>
        {t('period:label')}
      </Text>
      <Facts facts={facts} label={t('period:label')} />
    </>
  )
}

type FactName = 'distance' | 'driving' | 'stops' | 'maxSpeed' | 'firstStart' | 'lastEnd' | 'engine' | 'idle'

function Facts({ facts, label }: { facts: readonly (readonly [FactName, string])[]; label: string }) {
  const { t } = useTranslation('locations')
  return (
    <section aria-label={label}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt data-fact={name}>{t(`summary.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
