// Trips that were corrected while they are shown.

import { CloseButton, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import styles from './change-notice.module.css'
import type { TripChange } from './use-trip-events.ts'

interface ChangeNoticeProps {
  changes: TripChange[]
  onShow(id: string): void
  onDismiss(): void
}

export function ChangeNotice({ changes, onShow, onDismiss }: ChangeNoticeProps) {
  const { t } = useTranslation('locations')
  return (
    // Always there: a screen reader announces only what is added to it.
    <div role="status">
      {changes.length > 0 && (
        <div className={styles.notice}>
          <ul className={styles.changes}>
            {changes.map((change) => (
              <li key={change.id}>
                <ChangeLine change={change} onShow={onShow} />
              </li>
            ))}
          </ul>
          <CloseButton size="sm" aria-label={t('ui:close')} onClick={onDismiss} />
        </div>
      )}
    </div>
  )
}

function ChangeLine({ change, onShow }: { change: TripChange; onShow(id: string): void }) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const { id, before, after } = change
  const values = {
    at: format.time(before.start),
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
