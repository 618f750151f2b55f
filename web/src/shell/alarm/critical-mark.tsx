import { Tooltip } from '@mantine/core'
import { IconAlertOctagonFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCriticalDevices } from './critical-alerts.tsx'
import styles from './critical-mark.module.css'

/** In front of a device's name, while it has an open critical alert. */
export function CriticalMark({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('shell')
  if (!useCriticalDevices().has(deviceId)) return null
  return (
    <Tooltip label={t('alarm.mark')} openDelay={400}>
      <span className={styles.mark} role="img" aria-label={t('alarm.mark')} data-critical>
        <IconAlertOctagonFilled size={16} aria-hidden />
      </span>
    </Tooltip>
  )
}
