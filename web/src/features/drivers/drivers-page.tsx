// The drivers of the account, and tags that nobody has.

import { Button, Group, Loader } from '@mantine/core'
import { IconFileSpreadsheet, IconPlus, IconUser } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeletedIds } from '../../ui/delete-with-undo.tsx'
import { useDrivers, useMayManageDrivers } from '../../ui/drivers/use-drivers.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { CreateDriver } from './create-driver.tsx'
import { DriverTable } from './driver-table.tsx'
import { ImportDrivers } from './import-drivers.tsx'
import { UnknownTags } from './unknown-tags.tsx'

const route = getRouteApi('/shell/drivers')

export function DriversPage() {
  const { t } = useTranslation('drivers')
  const { q } = route.useSearch()
  const go = route.useNavigate()
  const mayChange = useMayManageDrivers()
  const pages = useDrivers(q)
  const [isCreating, setIsCreating] = useState(false)
  const [isImporting, setIsImporting] = useState(false)
  const deleted = useDeletedIds()
  const drivers = pages.data?.pages.flatMap((page) => page.drivers).filter(({ id }) => !deleted.has(id))
  const create = mayChange && (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={16} />}
        onClick={() => setIsImporting(true)}
      >
        {t('import.button')}
      </Button>
      <Button leftSection={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
        {t('create')}
      </Button>
    </Group>
  )
  return (
    <Page title={t('title')} subtitle={t('hint')} actions={create}>
      {(q !== undefined || (drivers && drivers.length > 0)) && (
        <SearchInput
          label={t('search')}
          value={q}
          onChange={(search) => {
            inBackground(go({ search: search ? { q: search } : {}, replace: true }))
          }}
        />
      )}
      {pages.error && !drivers && (
        <Failure
          error={pages.error}
          onRetry={() => {
            inBackground(pages.refetch())
          }}
        />
      )}
      {pages.isPending && <Loader aria-label={t('ui:loading')} />}
      {drivers?.length === 0 && (
        <Empty
          icon={<IconUser size={32} stroke={1.3} />}
          title={t(q ? 'nothing' : 'empty')}
          description={t(q ? 'nothingHint' : 'emptyHint')}
        />
      )}
      {drivers && drivers.length > 0 && <DriverTable drivers={drivers} />}
      <MoreButton of={pages} />
      {mayChange && <UnknownTags />}
      {isImporting && <ImportDrivers onClose={() => setIsImporting(false)} />}
      {isCreating && <CreateDriver onClose={() => setIsCreating(false)} />}
    </Page>
  )
}
