import { Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { kindIcons } from './geofence-list.tsx'
import styles from './geofences.module.css'
import type { Candidate } from './read-features.ts'
import { kindOf } from './shape-edit.ts'
import type { Outcome } from './use-import.ts'

/** The first features of a large file, and all failures. */
const maxShown = 200

interface ImportListProps {
  candidates: Candidate[]
  outcomes: ReadonlyMap<number, Outcome>
}

export function ImportList({ candidates, outcomes }: ImportListProps) {
  const { t } = useTranslation('geofences')
  const lines = candidates.map((candidate, index) => ({ candidate, index, outcome: outcomes.get(index) }))
  const shown = lines.filter(
    ({ candidate, index, outcome }) => index < maxShown || candidate.reason || outcome?.isMade === false,
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <ul className={styles.features} tabIndex={0} aria-label={t('import.features')}>
      {shown.map(({ candidate, index, outcome }) => {
        const kind = candidate.shape && kindOf[candidate.shape.geometry.type]
        const Icon = kind ? kindIcons[kind] : IconMinus
        const fault = candidate.reason
          ? t(`import.reasons.${candidate.reason}`)
          : outcome?.isMade === false && outcome.message
        return (
          <li key={index}>
            <Group gap={8} wrap="nowrap" align="flex-start">
              <Icon size={18} stroke={1.7} aria-hidden />
              <div>
                <Text size="sm" fw={600}>
                  {candidate.name}
                </Text>
                <Group gap={4} wrap="nowrap">
                  {outcome?.isMade && <IconCheck size={14} aria-hidden />}
                  {fault && <IconAlertTriangle size={14} aria-hidden />}
                  <Text size="xs" c={fault ? 'var(--mantine-color-error)' : 'dimmed'}>
                    {fault || (outcome?.isMade ? t('import.done') : kind && t(`kinds.${kind}`))}
                  </Text>
                </Group>
              </div>
            </Group>
          </li>
        )
      })}
      {shown.length < lines.length && (
        <li>
          <Text size="xs" c="dimmed">
            {t('import.more', { count: lines.length - shown.length })}
          </Text>
        </li>
      )}
    </ul>
  )
}
