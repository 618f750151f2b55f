// The two ways to streets on the map, for operators. Both need the server: the page shows what to run or to set.

import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeLine } from '../code-line.tsx'
import { MapPicture } from './map-picture.tsx'
import styles from './map-ways.module.css'

/** Daily builds are published under their date, with a delay, and kept for some days. */
const buildAgeMs = 2 * 86_400_000

function buildAddress(nowMs: number): string {
  const day = new Date(nowMs - buildAgeMs).toISOString().slice(0, 10).replaceAll('-', '')
  return `https://build.protomaps.com/${day}.pmtiles`
}

interface MapWaysProps {
  /** ISO code of the area in the example. */
  country: string
  /** What is shown for providers, instead of an example. */
  children?: ReactNode
}

export function MapWays({ country, children }: MapWaysProps) {
  const { t } = useTranslation('maps')
  return (
    <div className={styles.ways}>
      <Way way="own">
        <CodeLine
          description={t('own.run')}
          code={`rastro map add ${buildAddress(Date.now())} --area ${country.toLowerCase()}`}
          copyLabel={t('own.copy')}
        />
      </Way>
      <Way way="provider">
        {children ?? (
          <CodeLine
            description={t('provider.set')}
            code="RASTRO_MAP_PROVIDERS=openfreemap"
            copyLabel={t('provider.copy')}
          />
        )}
      </Way>
    </div>
  )
}

function Way({ way, children }: { way: 'own' | 'provider'; children: ReactNode }) {
  const { t } = useTranslation('maps')
  return (
    <Paper className={styles.way ?? ''} withBorder p="md" radius="md">
      <MapPicture way={way} />
      <Title order={3} size="h5">
        {t(`${way}.title`)}
      </Title>
      <Text size="sm">{t(`${way}.hint`)}</Text>
      <Text size="sm" c="dimmed">
        {t(`${way}.discloses`)}
      </Text>
      {children}
    </Paper>
  )
}
