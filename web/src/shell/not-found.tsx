import { Anchor } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../ui/empty.tsx'

export function NotFound() {
  const { t } = useTranslation('shell')
  return (
    <Empty
      icon={<IconMapQuestion size={40} />}
      title={t('notFound.title')}
      description={t('notFound.hint')}
      action={<Anchor href="/live">{t('notFound.home')}</Anchor>}
    />
  )
}
