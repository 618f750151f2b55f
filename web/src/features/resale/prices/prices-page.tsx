// Price lists for the accounts and resellers directly below, and the invoices of a month.

import { Button, Group, Loader, Menu, NativeSelect, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { PriceList } from '@rastro/client'
import { IconDownload, IconPencil, IconPlus, IconReceipt, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Failure, sentenceOf } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { Page } from '../../../ui/page.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Cell, StackedRow, StackedTable } from '../../../ui/stacked-table.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import { ForResale } from '../for-resale.tsx'
import { lastMonths } from '../usage/months.ts'
import { moneyOf } from './money.ts'
import { PriceForm } from './price-form.tsx'
import { priceListsKey, usePriceLists } from './use-price-lists.ts'

const columns = ['name', 'licenseDay', 'email', 'sms', 'accountMonth', 'nodes'] as const
const months = 13

export function PricesPage() {
  const { t } = useTranslation('resale')
  return (
    <ForResale title={t('prices.title')}>
      <Prices />
    </ForResale>
  )
}

function Prices() {
  const { t } = useTranslation('resale')
  const lists = usePriceLists()
  const [edited, setEdited] = useState<PriceList | 'new'>()
  return (
    <Page
      title={t('prices.title')}
      subtitle={<AnchorLink to="/console">{t('title')}</AnchorLink>}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('prices.create')}
        </Button>
      }
      isWide
    >
      <Text size="sm" c="dimmed">
        {t('prices.hint')}
      </Text>
      {lists.error && !lists.data && (
        <Failure
          error={lists.error}
          onRetry={() => {
            inBackground(lists.refetch())
          }}
        />
      )}
      {lists.isPending && <Loader aria-label={t('ui:loading')} />}
      {lists.data?.length === 0 && (
        <Empty
          icon={<IconReceipt size={32} stroke={1.3} />}
          title={t('prices.empty')}
          description={t('prices.emptyHint')}
        />
      )}
      {lists.data && lists.data.length > 0 && (
        <>
          <StackedTable
            label={t('prices.title')}
            columns={columns.map((column) => t(`prices.columns.${column}`))}
            end={t('columns.actions')}
          >
            {lists.data.map((list) => (
              <PriceRow key={list.id} list={list} onEdit={() => setEdited(list)} />
            ))}
          </StackedTable>
          <Invoices />
        </>
      )}
      {edited && (
        <PriceForm list={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Page>
  )
}

function PriceRow({ list, onEdit }: { list: PriceList; onEdit: () => void }) {
  const { t, i18n } = useTranslation('resale')
  const format = useFormat()
  const queries = useQueryClient()
  const { name, currency, prices, nodes } = list
  const money = (millionths: number) => moneyOf(millionths, currency, i18n.language)
  const deleting = useMutation({
    mutationFn: () =>
      rastro.delete('/api/resale/priceLists/{priceListId}', { path: { priceListId: list.id } }),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
    onSettled: () => queries.invalidateQueries({ queryKey: priceListsKey }),
  })
  return (
    <StackedRow>
      <Cell slot="first">
        <Text size="sm" fw={600} component="span">
          {name}
        </Text>
      </Cell>
      <Cell label={t('prices.columns.licenseDay')}>{money(prices.licenseDay)}</Cell>
      <Cell label={t('prices.columns.email')}>{money(prices.email)}</Cell>
      <Cell label={t('prices.columns.sms')}>
        {prices.sms.map(({ prefix, price }) => `${prefix || t('prices.others')} ${money(price)}`).join(', ')}
      </Cell>
      <Cell label={t('prices.columns.accountMonth')}>{money(prices.accountMonth)}</Cell>
      <Cell label={t('prices.columns.nodes')}>{format.number(nodes)}</Cell>
      <Cell slot="end">
        <RowMenu label={t('actionsOf', { name })}>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
            {t('prices.edit')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={16} />}
            disabled={nodes > 0}
            onClick={() => deleting.mutate()}
          >
            {t('prices.delete')}
          </Menu.Item>
        </RowMenu>
      </Cell>
    </StackedRow>
  )
}

function Invoices() {
  const { t } = useTranslation('resale')
  const format = useFormat()
  const known = lastMonths(new Date(), months)
  const [month, setMonth] = useState(known[1]!)
  const saving = useMutation({
    mutationFn: async () => {
      const answer: unknown = await rastro.get('/api/resale/invoices/file', {
        query: { month, format: 'csv' },
      })
      saveFile(String(answer), { name: `invoices-${month}.csv`, type: 'text/csv' })
    },
  })
  return (
    <Group align="flex-end">
      <NativeSelect
        label={t('prices.invoices')}
        data={known.map((value) => ({ value, label: format.month(value) }))}
        value={month}
        onChange={({ currentTarget: { value } }) => setMonth(value)}
      />
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {t('prices.download')}
      </Button>
      {saving.error && <Failure error={saving.error} />}
    </Group>
  )
}
