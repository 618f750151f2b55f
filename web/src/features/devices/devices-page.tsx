// All devices of the account in a table.

import { Button, Group, Loader, Select, TextInput } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { IconFileImport, IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { FleetEvent } from '../../live/fleet.types.ts'
import { useEvents } from '../../live/use-fleet.tsx'
import { rastro } from '../../session/session.ts'
import { accountKey, useAccount } from '../../session/use-account.ts'
import { useMay } from '../../session/use-me.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import type { DevicesSearch } from './devices-search.ts'
import { useGroups } from './groups-input.tsx'
import { DeviceRow } from './table/device-row.tsx'
import { ImportDialog } from './table/import-dialog.tsx'

const route = getRouteApi('/shell/devices')
const pageSize = 50
const typingMs = 250
const columns = ['name', 'state', 'identifier', 'groups', 'expires', 'lastContact'] as const

function useDevices({ q, state, group }: DevicesSearch) {
  const queries = useQueryClient()
  useEvents(
    useCallback(
      ({ type }: FleetEvent) => {
        if (!/^device[.](created|changed|deleted|expired|reactivated)$/.test(type)) return
        inBackground(queries.invalidateQueries({ queryKey: ['devices', 'list'] }))
        inBackground(queries.invalidateQueries({ queryKey: accountKey }))
      },
      [queries],
    ),
  )
  const filter = { ...(q && { search: q }), ...(state && { state }), ...(group && { groupId: group }) }
  return useInfiniteQuery({
    queryKey: ['devices', 'list', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/devices', {
        query: { ...filter, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (before) => before,
  })
}

export function DevicesPage() {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const search = route.useSearch()
  const account = useAccount()
  const mayEdit = useMay()('devices.edit')
  const groups = useGroups()
  const [isImporting, importing] = useDisclosure()
  const [q] = useDebouncedValue(search.q, typingMs)
  const list = useDevices({ ...search, ...(q ? { q } : { q: '' }) })
  const devices = list.data?.pages.flatMap((page) => page.devices) ?? []
  const groupNames = new Map(groups.map(({ value, label }) => [value, label]))
  return (
    <Page
      title={t('title')}
      subtitle={
        account &&
        t('licensesFree', {
          count: account.licenses.free,
          free: format.number(account.licenses.free),
          total: format.number(account.licenses.total),
        })
      }
      actions={
        mayEdit && (
          <>
            <Button variant="default" leftSection={<IconFileImport size={16} />} onClick={importing.open}>
              {t('import.button')}
            </Button>
            <ButtonLink to="/connect" leftSection={<IconPlus size={16} />}>
              {t('connect')}
            </ButtonLink>
          </>
        )
      }
    >
      <Filters search={search} groups={groups} />
      {list.error && (
        <Failure
          error={list.error}
          onRetry={() => {
            inBackground(list.refetch())
          }}
        />
      )}
      {list.isPending && <Loader aria-label={t('ui:loading')} />}
      {list.isSuccess && devices.length === 0 && (
        <Empty title={t('nothing.title')} description={t('nothing.hint')} />
      )}
      {devices.length > 0 && (
        <StackedTable label={t('title')} columns={columns.map((column) => t(`columns.${column}`))}>
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} groupNames={groupNames} />
          ))}
        </StackedTable>
      )}
      {list.hasNextPage && (
        <Button
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => {
            inBackground(list.fetchNextPage())
          }}
        >
          {t('ui:more')}
        </Button>
      )}
      <ImportDialog isOpen={isImporting} onClose={importing.close} />
    </Page>
  )
}

interface FiltersProps {
  search: DevicesSearch
  groups: { value: string; label: string }[]
}

function Filters({ search, groups }: FiltersProps) {
  const { t } = useTranslation('devices')
  const navigate = route.useNavigate()
  const change = (part: { [K in keyof DevicesSearch]: DevicesSearch[K] | undefined }) => {
    inBackground(navigate({ replace: true, search: (before) => ({ ...before, ...part }) as DevicesSearch }))
  }
  return (
    <Group gap="xs">
      <TextInput
        flex={1}
        miw={220}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} />}
        value={search.q ?? ''}
        onChange={({ currentTarget }) => change({ q: currentTarget.value || undefined })}
      />
      <Select
        clearable
        aria-label={t('columns.state')}
        placeholder={t('everyState')}
        data={(['active', 'expired'] as const).map((value) => ({ value, label: t(`state.${value}`) }))}
        value={search.state ?? null}
        onChange={(value) => change({ state: (value ?? undefined) as DevicesSearch['state'] })}
      />
      <Select
        clearable
        searchable
        aria-label={t('columns.groups')}
        placeholder={t('everyGroup')}
        data={groups}
        value={search.group ?? null}
        onChange={(value) => change({ group: value ?? undefined })}
      />
    </Group>
  )
}
