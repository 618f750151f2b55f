import { Anchor } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../ui/empty.tsx'

export function Lost() {
  const { t } = useTranslation('shell')
  return (
    <Empty
      icon={<IconMapQuestion size={40} />}
      title={t('lost.title')}
      says={t('lost.says')}
      action={<Anchor href="/live">{t('lost.home')}</Anchor>}
    />
  )
}
