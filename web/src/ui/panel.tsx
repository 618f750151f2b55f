// The floating panel beside the map, shared by device list, history, alerts and geofences. On a phone it is a sheet
// with three heights.

import { ActionIcon, Group, Title } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePanelPadding } from '../map/use-panel-padding.ts'
import styles from './panel.module.css'
import { useTitle } from './use-title.ts'

const stops = ['peek', 'half', 'full'] as const

export interface PanelProps {
  title: string
  /** Beside the title, at the end of its row. */
  aside?: ReactNode
  /** Below the title; does not scroll. */
  head?: ReactNode
  foot?: ReactNode
  wide?: boolean
  children: ReactNode
}

export function Panel({ title, aside, head, foot, wide, children }: PanelProps) {
  const { t } = useTranslation('ui')
  const [stop, setStop] = useState<(typeof stops)[number]>('half')
  useTitle(title)
  usePanelPadding(wide)
  const move = (by: 1 | -1) => {
    const next = stops[stops.indexOf(stop) + by]
    if (next) setStop(next)
  }
  return (
    <section className={styles.panel} data-stop={stop} data-wide={wide ?? false} aria-label={title}>
      <div className={styles.grip}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('panel.lower')}
          disabled={stop === 'peek'}
          onClick={() => move(-1)}
        >
          <IconChevronDown size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('panel.raise')}
          disabled={stop === 'full'}
          onClick={() => move(1)}
        >
          <IconChevronUp size={18} />
        </ActionIcon>
      </div>
      <header className={styles.head}>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Title order={1} size="h4" className={styles.title}>
            {title}
          </Title>
          {aside}
        </Group>
        {head}
      </header>
      <div className={styles.body}>{children}</div>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </section>
  )
}
