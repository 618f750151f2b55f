import { Badge } from '@mantine/core'
import type { ResaleAccount } from '@rastro/client'
import { IconBan } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function StatusBadge({ status }: { status: ResaleAccount['status'] }) {
  const { t } = useTranslation('resale')
  if (status === 'active') return <>{t('statuses.active')}</>
  return (
    <Badge variant="default" tt="none" leftSection={<IconBan size={13} color="var(--mantine-color-error)" />}>
      {t(`statuses.${status}`)}
    </Badge>
  )
}
