// What the accounts below have used in a month, with files for programs that bill.

import { Button, Group, Loader, NativeSelect, Text } from '@mantine/core'
import { IconChartBar, IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Page } from '../../../ui/page.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Cell, StackedRow, StackedTable } from '../../../ui/stacked-table.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import { ForResale } from '../for-resale.tsx'
import { Tiles } from '../tiles.tsx'
import { resaleKey } from '../use-resale.ts'
import { lastMonths, periodOf } from './months.ts'

const route = getRouteApi('/shell/console/usage')
const months = 13
const pageSize = 100
const columns = ['licenseDays', 'licensesPeak', 'emails', 'sms', 'apiUnits', 'locations'] as const
const formats = ['csv', 'json', 'meterEvents'] as const

export function UsagePage() {
  const { t } = useTranslation('resale')
  return (
    <ForResale title={t('usage.title')}>
      <Usage />
    </ForResale>
  )
}

function Usage() {
  const { t } = useTranslation('resale')
  const format = useFormat()
  const go = route.useNavigate()
  const known = lastMonths(new Date(), months)
  const { month = known[0]! } = route.useSearch()
  const period = periodOf(month)
  const total = useQuery({
    queryKey: [...resaleKey, 'usage', 'total', month],
    queryFn: () => rastro.get('/api/resale/usage/total', { query: period }),
  }).data
  const pages = useInfiniteQuery({
    queryKey: [...resaleKey, 'usage', month],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/resale/usage', {
        query: { ...period, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (last) => last.nextCursor,
  })
  const rows = pages.data?.pages.flatMap((page) => page.usage)
  return (
    <Page
      title={t('usage.title')}
      subtitle={<AnchorLink to="/console">{t('title')}</AnchorLink>}
      actions={<UsageFiles month={month} />}
      isWide
    >
      <Group align="flex-end">
        <NativeSelect
          label={t('usage.month')}
          data={known.map((value) => ({ value, label: format.month(value) }))}
          value={month}
          onChange={({ currentTarget: { value } }) => {
            inBackground(go({ search: { month: value }, replace: true }))
          }}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {t('usage.hint')}
      </Text>
      {total && (
        <Tiles
          tiles={[
            { label: t('accounts'), value: total.accounts },
            ...columns
              .filter((column) => column !== 'licensesPeak')
              .map((column) => ({ label: t(`usage.columns.${column}`), value: total[column] })),
          ]}
        />
      )}
      {pages.error && !rows && (
        <Failure
          error={pages.error}
          onRetry={() => {
            inBackground(pages.refetch())
          }}
        />
      )}
      {pages.isPending && <Loader aria-label={t('ui:loading')} />}
      {rows?.length === 0 && (
        <Empty
          icon={<IconChartBar size={32} stroke={1.3} />}
          title={t('usage.empty')}
          description={t('usage.emptyHint')}
        />
      )}
      {rows && rows.length > 0 && (
        <StackedTable
          label={t('usage.title')}
          columns={[t('columns.name'), ...columns.map((column) => t(`usage.columns.${column}`))]}
        >
          {rows.map((row) => (
            <StackedRow key={row.accountId}>
              <Cell slot="first">
                <Text size="sm" fw={600} component="span">
                  {row.accountName}
                </Text>
              </Cell>
              {columns.map((column) => (
                <Cell key={column} label={t(`usage.columns.${column}`)}>
                  {format.number(row[column])}
                </Cell>
              ))}
            </StackedRow>
          ))}
        </StackedTable>
      )}
      <LoadMore of={pages} />
    </Page>
  )
}

function UsageFiles({ month }: { month: string }) {
  const { t } = useTranslation('resale')
  const saving = useMutation({
    mutationFn: async (format: (typeof formats)[number]) => {
      const answer: unknown = await rastro.get('/api/resale/usage/file', {
        query: { ...periodOf(month), format },
      })
      const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson'
      const extension = format === 'csv' ? 'csv' : 'jsonl'
      const name = `${format === 'meterEvents' ? 'meter-events' : 'usage'}-${month}.${extension}`
      saveFile(typeof answer === 'string' ? answer : JSON.stringify(answer), { name, type })
    },
  })
  return (
    <>
      {formats.map((format) => (
        <Button
          key={format}
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={saving.isPending && saving.variables === format}
          onClick={() => saving.mutate(format)}
        >
          {t(`usage.formats.${format}`)}
        </Button>
      ))}
      {saving.error && <Failure error={saving.error} />}
    </>
  )
}
