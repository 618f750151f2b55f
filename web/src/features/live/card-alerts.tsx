// The open alerts of a device: the most severe first and by name. A critical one is red.

import type { Alert } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { describeAlert } from '../../ui/alert-text.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { SeverityIcon, severities } from '../../ui/severity.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './device-card.module.css'

interface CardAlertsProps {
  deviceId: string
  /** Newest first. */
  alerts: Alert[]
  /** There are more than were read. */
  isMore: boolean
}

export function CardAlerts({ deviceId, alerts, isMore }: CardAlertsProps) {
  const { t } = useTranslation('live')
  const format = useFormat()
  const nowMs = useNow()
  const worst = severities.map((one) => alerts.find(({ severity }) => severity === one)).find(Boolean)
  if (!worst) return null
  const others = alerts.length - 1
  return (
    <div className={styles.alerts} data-severity={worst.severity}>
      <AnchorLink to="/alerts" search={{ device: deviceId, id: worst.id }} className={styles.alert}>
        <SeverityIcon severity={worst.severity} />
        <span>
          {describeAlert(worst, t, format)}
          <span className={styles.when}>{format.age(worst.dateTime, nowMs)}</span>
        </span>
      </AnchorLink>
      {others > 0 && (
        <AnchorLink to="/alerts" search={{ device: deviceId }} size="sm" className={styles.more}>
          {t('card.moreAlerts', { count: others, shown: `${format.number(others)}${isMore ? '+' : ''}` })}
        </AnchorLink>
      )}
    </div>
  )
}
