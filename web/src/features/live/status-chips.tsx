// The number of devices by status under the other filters; each count is also a filter.

import { Group, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Status } from '../../live/fleet.types.ts'
import { statuses } from '../../live/fleet.types.ts'
import { useFleetState } from '../../live/use-fleet.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useFormat } from '../../ui/use-format.ts'
import styles from './status-chips.module.css'

/** On a phone the row is wider than the screen: offline devices must be seen without scrolling it. */
const chips: readonly Status[] = ['offline', ...statuses.filter((one) => one !== 'offline')]

interface StatusChipsProps {
  status: Status | undefined
  onChange(status: Status | undefined): void
}

export function StatusChips({ status, onChange }: StatusChipsProps) {
  const counts = useFleetState((state) => state.counts)
  const { t } = useTranslation('shell')
  const format = useFormat()
  const there = chips.filter((one) => one === status || (counts?.[one] ?? 0) > 0)
  return (
    <Group gap={6} className={styles.chips} role="group" aria-label={t('status.label')}>
      <UnstyledButton
        className={styles.chip}
        aria-pressed={status === undefined}
        onClick={() => onChange(undefined)}
      >
        {t('status.all')} <b>{format.number(counts?.all ?? 0)}</b>
      </UnstyledButton>
      {there.map((one) => (
        <UnstyledButton
          key={one}
          className={styles.chip}
          aria-pressed={status === one}
          onClick={() => onChange(status === one ? undefined : one)}
        >
          <StatusDot status={one} size={10} /> {t(`status.${one}`)} <b>{format.number(counts?.[one] ?? 0)}</b>
        </UnstyledButton>
      ))}
    </Group>
  )
}
