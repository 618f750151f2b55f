// All devices of the account in a table.

import { Button, Loader } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { IconFileImport, IconPlus, IconTool, IconUser } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../session/use-account.ts'
import { useMay } from '../../session/use-me.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { SelectionBar } from './bulk/selection-bar.tsx'
import type { DevicesSearch } from './devices-search.ts'
import { useGroups } from './groups-input.tsx'
import { parseColumns } from './table/columns.ts'
import { DeviceTable } from './table/device-table.tsx'
import { Filters } from './table/filters.tsx'
import { noSelection, selectionOf, toggled } from './table/selection.ts'
import { useDevices } from './table/use-devices.ts'
import { useStored } from './table/use-stored.ts'

const ImportDialog = lazy(async () => ({
  default: (await import('./import/import-dialog.tsx')).ImportDialog,
}))

const route = getRouteApi('/shell/devices')
const typingMs = 250

export function DevicesPage() {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const account = useAccount()
  const mayEdit = useMay()('devices.edit')
  const groups = useGroups()
  const groupNames = new Map(groups.map(({ value, label }) => [value, label]))
  const [isImporting, importing] = useDisclosure()
  const [columns, keepColumns] = useStored('rastro.devices.columns', parseColumns)
  const [selection, setSelection] = useState(noSelection)
  const [q] = useDebouncedValue(search.q, typingMs)
  const { list, devices, fetchAll } = useDevices({ ...search, q: q ?? '' })
  const go = (next: DevicesSearch) => inBackground(navigate({ replace: true, search: next }))
  /** What is not listed any more is not selected either. */
  function filter(next: DevicesSearch): void {
    setSelection(noSelection)
    go(next)
  }
  const isFiltered = Boolean(search.q || search.state || search.group)
  const order = devices.map(({ id }) => id)

  /** The newest first, so that they are on the screen. */
  function edit(ids: string[]): void {
    importing.close()
    setSelection(selectionOf(ids))
    go({ sort: '-createdAt' })
  }
  async function load() {
    const listed = new Set(order)
    const isWhole = [...selection.ids].every((id) => listed.has(id))
    const all = isWhole ? devices : await fetchAll()
    return all.filter(({ id }) => selection.ids.has(id))
  }
  return (
    <Page
      isWide
      title={t('title')}
      subtitle={
        account?.licenses &&
        t('licensesFree', {
          count: account.licenses.free,
          free: format.number(account.licenses.free),
          total: format.number(account.licenses.total),
        })
      }
      actions={
        <>
          <ButtonLink to="/drivers" variant="default" leftSection={<IconUser size={16} />}>
            {t('drivers')}
          </ButtonLink>
          <ButtonLink to="/maintenance" variant="default" leftSection={<IconTool size={16} />}>
            {t('maintenance:title')}
          </ButtonLink>
          {mayEdit && (
            <Button variant="default" leftSection={<IconFileImport size={16} />} onClick={importing.open}>
              {t('import.button')}
            </Button>
          )}
          {mayEdit && (
            <ButtonLink to="/connect" leftSection={<IconPlus size={16} />}>
              {t('connect')}
            </ButtonLink>
          )}
        </>
      }
    >
      <Filters
        search={search}
        groups={groups}
        columns={columns}
        onChange={(part) => filter({ ...search, ...part } as DevicesSearch)}
        onReplace={filter}
        onColumns={keepColumns}
      />
      {list.error && <Failure error={list.error} onRetry={() => inBackground(list.refetch())} />}
      {list.isPending && <Loader aria-label={t('ui:loading')} />}
      {list.isSuccess && devices.length === 0 && isFiltered && (
        <Empty title={t('nothing.title')} description={t('nothing.hint')} />
      )}
      {list.isSuccess && devices.length === 0 && !isFiltered && (
        <Empty title={t('none.title')} description={t(mayEdit ? 'none.hint' : 'none.hintOnly')} />
      )}
      {selection.ids.size > 0 && (
        <SelectionBar
          ids={selection.ids}
          groupNames={groupNames}
          canSelectAll={list.hasNextPage || !order.every((id) => selection.ids.has(id))}
          load={load}
          onSelectAll={async () => setSelection(selectionOf((await fetchAll()).map(({ id }) => id)))}
          onClear={() => setSelection(noSelection)}
        />
      )}
      {devices.length > 0 && (
        <DeviceTable
          list={list}
          devices={devices}
          columns={columns}
          order={search.sort ?? 'name'}
          selection={selection}
          groupNames={groupNames}
          onSort={(sort) => go({ ...search, sort })}
          onToggle={(id, isRange) => setSelection((before) => toggled(before, order, id, isRange))}
          onToggleAll={(isSelected) => setSelection(isSelected ? selectionOf(order) : noSelection)}
        />
      )}
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={importing.close} onEdit={edit} />
        </Suspense>
      )}
    </Page>
  )
}
