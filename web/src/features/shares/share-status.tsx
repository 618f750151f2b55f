import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Format } from '../../ui/use-format.ts'
import type { OpenShare } from './open-share.ts'
import styles from './share-view.module.css'

interface ShareStatusProps {
  share: OpenShare
  isLive: boolean
  format: Format
}

/** Whether the share is live or its period, and when the link expires. */
export function ShareStatus({ share, isLive, format }: ShareStatusProps) {
  const { t } = useTranslation('shares')
  const { type, from, to, expiresAt } = share
  return (
    <>
      <div className={styles.standing} role="status" data-live={isLive}>
        {type === 'historic' && from && to ? (
          t('view.period', { from: format.dateTime(from), to: format.dateTime(to) })
        ) : (
          <>
            <span className={styles.dot} aria-hidden />
            {t(isLive ? 'view.live' : 'view.connecting')}
          </>
        )}
      </div>
      <Text size="xs" c="dimmed">
        {t('view.until', { time: format.dateTime(expiresAt), zone: zoneName() })}
      </Text>
    </>
  )
}

/** Visitors may be in another zone than the sender, so it is named. */
function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
}
