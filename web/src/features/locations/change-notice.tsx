// Trips that were corrected while they are shown.

import { CloseButton, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import styles from './change-notice.module.css'
import type { TripChange } from './use-trip-events.ts'

/** Other settings change many trips at once. */
const maxLines = 5

interface ChangeNoticeProps {
  changes: TripChange[]
  /** The period has one day: a time is enough. */
  isOneDay: boolean
  onShow(id: string): void
  onDismiss(): void
}

export function ChangeNotice({ changes, isOneDay, onShow, onDismiss }: ChangeNoticeProps) {
  const { t } = useTranslation('locations')
  return (
    // Always there: a screen reader announces only what is added to it.
    <div role="status">
      {changes.length > 0 && (
        <div className={styles.notice}>
          <ul className={styles.changes}>
            {changes.slice(0, maxLines).map((change) => (
              <li key={change.id}>
                <ChangeLine change={change} isOneDay={isOneDay} onShow={onShow} />
              </li>
            ))}
            {changes.length > maxLines && <li>{t('change.more', { count: changes.length - maxLines })}</li>}
          </ul>
          <CloseButton size="sm" aria-label={t('ui:close')} onClick={onDismiss} />
        </div>
      )}
    </div>
  )
}

interface ChangeLineProps extends Pick<ChangeNoticeProps, 'isOneDay' | 'onShow'> {
  change: TripChange
}

function ChangeLine({ change, isOneDay, onShow }: ChangeLineProps) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const { id, before, after } = change
  const values = {
    at: isOneDay ? format.time(before.startedAt) : format.dateTime(before.startedAt),
    before: format.distance(before.distance),
    after: format.distance(after?.distance ?? 0),
  }
  if (!after) return t('change.withdrawn', values)
  return (
    <UnstyledButton className={styles.line ?? ''} onClick={() => onShow(id)}>
      {t('change.corrected', values)}
    </UnstyledButton>
  )
}
