import { Loader } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../session/use-account.ts'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

/** Explains a view of the console to users of an account that manages no reseller. */
export function ForResale({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('resale')
  const account = useAccount()
  if (!account) return <Loader aria-label={t('ui:loading')} />
  if (account.managesResale) return children
  return (
    <Page title={title}>
      <Empty
        icon={<IconBuildingStore size={32} stroke={1.3} />}
        title={t('noReseller')}
        description={t('noResellerHint')}
      />
    </Page>
  )
}
