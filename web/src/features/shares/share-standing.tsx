import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Format } from '../../ui/use-format.ts'
import type { OpenShare } from './open-share.ts'
import styles from './share-view.module.css'

interface ShareStandingProps {
  share: OpenShare
  isLive: boolean
  format: Format
}

/** Whether it is live, or of when it is, and until when the link is good. */
export function ShareStanding({ share, isLive, format }: ShareStandingProps) {
  const { t } = useTranslation('shares')
  const { kind, from, to, expires } = share
  return (
    <>
      <div className={styles.standing} role="status" data-live={isLive}>
        {kind === 'historic' && from && to ? (
          t('view.period', { from: format.dateTime(from), to: format.dateTime(to) })
        ) : (
          <>
            <span className={styles.dot} aria-hidden />
            {t(isLive ? 'view.live' : 'view.connecting')}
          </>
        )}
      </div>
      <Text size="xs" c="dimmed">
        {t('view.until', { time: format.dateTime(expires) })}
      </Text>
    </>
  )
}
