import { Badge } from '@mantine/core'
import type { Device } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { statusColors, statusOf } from './device-status.ts'

export function StatusBadge({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const status = statusOf(device)
  return (
    <Badge
      component="span"
      variant={status === 'never' ? 'outline' : 'light'}
      tt="none"
      color={statusColors[status]}
    >
      {t(`status.${status}`)}
    </Badge>
  )
}
