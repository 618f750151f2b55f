// The other views of the console.

import {
  IconActivity,
  IconBuildingStore,
  IconChartBar,
  IconHistory,
  IconMail,
  IconPalette,
  IconReceipt,
  IconWorld,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../session/use-account.ts'
import { ButtonLink } from '../../ui/links.tsx'

export function ConsoleLinks() {
  const { t } = useTranslation('resale')
  const account = useAccount()
  const look = { variant: 'default' } as const
  return (
    <>
      <ButtonLink to="/console/resellers" {...look} leftSection={<IconBuildingStore size={16} />}>
        {t('resellers')}
      </ButtonLink>
      <ButtonLink to="/console/usage" {...look} leftSection={<IconChartBar size={16} />}>
        {t('usage.title')}
      </ButtonLink>
      <ButtonLink to="/console/prices" {...look} leftSection={<IconReceipt size={16} />}>
        {t('prices.title')}
      </ButtonLink>
      <ButtonLink to="/console/brand" {...look} leftSection={<IconPalette size={16} />}>
        {t('brand.title')}
      </ButtonLink>
      <ButtonLink to="/console/hosts" {...look} leftSection={<IconWorld size={16} />}>
        {t('hosts.title')}
      </ButtonLink>
      <ButtonLink to="/console/senders" {...look} leftSection={<IconMail size={16} />}>
        {t('senders:title')}
      </ButtonLink>
      {account?.isOperator && (
        <ButtonLink to="/console/installation" {...look} leftSection={<IconActivity size={16} />}>
          {t('installation:title')}
        </ButtonLink>
      )}
      <ButtonLink to="/settings/audit" {...look} leftSection={<IconHistory size={16} />}>
        {t('audit')}
      </ButtonLink>
    </>
  )
}
