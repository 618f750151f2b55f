// The resellers below, as a tree: licenses, status, limits of their accounts, and budgets.

import { Button, Loader } from '@mantine/core'
import { IconBuildingStore, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../../ui/empty.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Page } from '../../../ui/page.tsx'
import { CreateCustomer } from '../create-customer.tsx'
import { ForResale } from '../for-resale.tsx'
import { ResellerTable } from './reseller-table.tsx'
import { useResellers } from './use-resellers.ts'

export function ResellersPage() {
  const { t } = useTranslation('resale')
  return (
    <ForResale title={t('resellers')}>
      <Resellers />
    </ForResale>
  )
}

function Resellers() {
  const { t } = useTranslation('resale')
  const pages = useResellers()
  const [isCreating, setIsCreating] = useState(false)
  const resellers = pages.data?.pages.flatMap((page) => page.resellers)
  return (
    <Page
      title={t('resellers')}
      subtitle={<AnchorLink to="/console">{t('title')}</AnchorLink>}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
          {t('reseller.create')}
        </Button>
      }
      isWide
    >
      {pages.error && !resellers && (
        <Failure
          error={pages.error}
          onRetry={() => {
            inBackground(pages.refetch())
          }}
        />
      )}
      {pages.isPending && <Loader aria-label={t('ui:loading')} />}
      {resellers?.length === 0 && (
        <Empty
          icon={<IconBuildingStore size={32} stroke={1.3} />}
          title={t('reseller.empty')}
          description={t('reseller.emptyHint')}
        />
      )}
      {resellers && resellers.length > 0 && <ResellerTable resellers={resellers} />}
      <LoadMore of={pages} />
      {isCreating && <CreateCustomer kind="reseller" onClose={() => setIsCreating(false)} />}
    </Page>
  )
}
