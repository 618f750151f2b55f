import { Button, VisuallyHidden } from '@mantine/core'
import type { Alert } from '@rastro/client'
import { IconAlertOctagonFilled, IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { describeAlert } from '../../ui/alert-text.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { callUrl } from '../../ui/phone-link.tsx'
import { useDevice } from '../../ui/use-device.ts'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './alarm-bar.module.css'
import { useCriticalName } from './use-critical-name.ts'

const dayMs = 86_400_000

interface AlarmRowProps {
  alert: Alert
  /** Absent if the user may not handle alerts. */
  onAcknowledge?: () => void
}

export function AlarmRow({ alert, onAcknowledge }: AlarmRowProps) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const nowMs = useNow()
  const name = useCriticalName(alert.deviceId)
  const phone = useDevice(alert.deviceId)?.driverPhone
  const text = describeAlert(alert, t, format)
  const atMs = Date.parse(alert.dateTime)
  const at = nowMs - atMs < dayMs ? format.time(atMs) : format.dateTime(atMs)
  const subject = `${text}, ${name}`
  return (
    <li className={styles.row}>
      <IconAlertOctagonFilled size={22} className={styles.icon} aria-hidden />
      <span className={styles.words}>
        <span className={styles.what}>{text}</span>
        {' · '}
        <b>{name}</b>
        {' · '}
        {t('alarm.since', { at, age: format.age(Math.min(atMs, nowMs), nowMs) })}
      </span>
      <span className={styles.actions}>
        {phone && (
          <Button
            component="a"
            href={callUrl(phone)}
            size="compact-md"
            variant="outline"
            className={styles.quiet ?? ''}
            leftSection={<IconPhone size={16} aria-hidden />}
          >
            <span className={styles.number}>{t('alarm.call', { phone })}</span>
            <VisuallyHidden>: {subject}</VisuallyHidden>
          </Button>
        )}
        <ButtonLink
          to="/alerts"
          search={{ id: alert.id }}
          size="compact-md"
          variant="outline"
          className={styles.quiet ?? ''}
        >
          {t('alarm.show')}
          <VisuallyHidden>: {subject}</VisuallyHidden>
        </ButtonLink>
        {onAcknowledge && (
          <Button size="compact-md" className={styles.button ?? ''} onClick={onAcknowledge}>
            {t('alerts:actions.acknowledge')}
            <VisuallyHidden>: {subject}</VisuallyHidden>
          </Button>
        )}
      </span>
    </li>
  )
}
