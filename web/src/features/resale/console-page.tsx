// The console of a reseller: its pool of licenses, and the accounts below it.

import { Box, Button, Group, Loader, NativeSelect } from '@mantine/core'
import { IconBuildingStore, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { ConsoleLinks } from './console-links.tsx'
import { CreateCustomer } from './create-customer.tsx'
import { CustomerTable } from './customer-table.tsx'
import { ForResale } from './for-resale.tsx'
import { Overview } from './overview.tsx'
import { SupportRequests } from './support-requests.tsx'
import type { ConsoleSearch, CustomerOrder, CustomerStatus } from './use-resale.ts'
import { customerOrders, customerStatuses, useCustomers } from './use-resale.ts'

const route = getRouteApi('/shell/console')

export function ConsolePage() {
  const { t } = useTranslation('resale')
  return (
    <ForResale title={t('title')}>
      <Console />
    </ForResale>
  )
}

function Console() {
  const { t } = useTranslation('resale')
  const search = route.useSearch()
  const { q, status, order } = search
  const keep = { ...(q && { q }), ...(status && { status }), ...(order && { order }) }
  const choose = (search: ConsoleSearch) => inBackground(go({ search, replace: true }))
  const go = route.useNavigate()
  const pages = useCustomers(search)
  const [isCreating, setIsCreating] = useState(false)
  const customers = pages.data?.pages.flatMap((page) => page.accounts)
  const actions = (
    <>
      <ConsoleLinks />
      <Button leftSection={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
        {t('create')}
      </Button>
    </>
  )
  return (
    <Page title={t('title')} subtitle={t('hint')} actions={actions} isWide>
      <Overview />
      <SupportRequests />
      <Group align="flex-end">
        <Box flex={1} maw={420}>
          <SearchInput
            label={t('search')}
            value={q}
            onChange={(text) => {
              const { q: _q, ...rest } = keep
              choose({ ...rest, ...(text && { q: text }) })
            }}
          />
        </Box>
        <NativeSelect
          aria-label={t('columns.status')}
          data={[
            { value: '', label: t('anyStatus') },
            ...customerStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
          ]}
          value={status ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const { status: _status, ...rest } = keep
            choose({ ...rest, ...(value !== '' && { status: value as CustomerStatus }) })
          }}
        />
        <NativeSelect
          aria-label={t('order')}
          data={customerOrders.map((value) => ({ value, label: t(`orders.${value}`) }))}
          value={order ?? 'name'}
          onChange={({ currentTarget: { value } }) => {
            const { order: _order, ...rest } = keep
            choose({ ...rest, ...(value !== 'name' && { order: value as CustomerOrder }) })
          }}
        />
      </Group>
      {pages.error && !customers && (
        <Failure
          error={pages.error}
          onRetry={() => {
            inBackground(pages.refetch())
          }}
        />
      )}
      {pages.isPending && <Loader aria-label={t('ui:loading')} />}
      {customers?.length === 0 && (
        <Empty
          icon={<IconBuildingStore size={32} stroke={1.3} />}
          title={t(q || status ? 'nothing' : 'empty')}
          description={t(q || status ? 'nothingHint' : 'emptyHint')}
        />
      )}
      {customers && customers.length > 0 && <CustomerTable customers={customers} />}
      <LoadMore of={pages} />
      {isCreating && <CreateCustomer onClose={() => setIsCreating(false)} />}
    </Page>
  )
}
