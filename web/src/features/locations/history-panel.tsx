// The panel of the history: device and period, above any content.

import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Period, PeriodText } from '../../ui/period/period.ts'
import { PeriodPicker } from '../../ui/period/period-picker.tsx'
import styles from './history-panel.module.css'
import { useDeviceName } from './use-history.ts'

/** The jobs of an office: what happened today, the hours of last week. */
const presets = ['today', 'yesterday', 'week', 'lastWeek', 'month', '24h', '7d'] as const

interface HistoryPanelProps {
  deviceId: string
  text?: PeriodText | undefined
  period?: Period | undefined
  timeZone?: string | undefined
  onChoose?(text: PeriodText): void
  onRefresh?(): void
  /** Below the period; does not scroll with the list. */
  head?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

export function HistoryPanel({
  deviceId,
  text,
  period,
  timeZone,
  onChoose,
  onRefresh,
  head,
  foot,
  children,
}: HistoryPanelProps) {
  const { t } = useTranslation('locations')
  const name = useDeviceName(deviceId)
  // On a phone the day and its trips come first; its arrows and the calendar lead to the others.
  const isLast = useMediaQuery('(max-width: 700px)') && head !== undefined
  const picker = text && timeZone && onChoose && onRefresh && (
    <PeriodPicker
      text={text}
      period={period}
      timeZone={timeZone}
      presets={presets}
      onChange={onChoose}
      onRefresh={onRefresh}
    />
  )
  return (
    <div className={styles.area}>
      <Panel
        title={t('title')}
        aside={
          <ButtonLink
            to="/history"
            size="compact-sm"
            radius="xl"
            variant="light"
            className={styles.device}
            aria-label={t('choose.another', { name: name ?? '' })}
            rightSection={<IconChevronDown size={14} />}
          >
            {name ?? '…'}
          </ButtonLink>
        }
        head={
          <>
            {!isLast && picker}
            {head}
          </>
        }
        foot={foot}
      >
        {children}
        {isLast && <div className={styles.picker}>{picker}</div>}
      </Panel>
    </div>
  )
}
