import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './panel.module.css'
import type { useSheet } from './use-sheet.ts'

type SheetGripProps = Pick<ReturnType<typeof useSheet>, 'stop' | 'move' | 'gripProps'>

/** The upper edge of a sheet: a handle to drag, and buttons that do the same. Shown on phones only. */
export function SheetGrip({ stop, move, gripProps }: SheetGripProps) {
  const { t } = useTranslation('ui')
  return (
    <div className={styles.grip} {...gripProps}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('panel.lower')}
        disabled={stop === 'peek'}
        onClick={() => move(-1)}
      >
        <IconChevronDown size={20} />
      </ActionIcon>
      <span className={styles.handle} aria-hidden />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('panel.raise')}
        disabled={stop === 'full'}
        onClick={() => move(1)}
      >
        <IconChevronUp size={20} />
      </ActionIcon>
    </div>
  )
}
