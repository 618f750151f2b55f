import { Button, Loader } from '@mantine/core'
import { IconFolders, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeletedIds } from '../../ui/delete-with-undo.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { CreateGroup } from './create-group.tsx'
import { GroupTable } from './group-table.tsx'
import { useGroups, useMayChangeGroups } from './use-groups.ts'

const route = getRouteApi('/shell/settings/groups')

export function GroupsPage() {
  const { t } = useTranslation('groups')
  const { q } = route.useSearch()
  const go = route.useNavigate()
  const mayChange = useMayChangeGroups()
  const pages = useGroups(q)
  const [isCreating, setIsCreating] = useState(false)
  const deleted = useDeletedIds()
  const groups = pages.data?.pages.flatMap((page) => page.groups).filter(({ id }) => !deleted.has(id))
  const create = mayChange && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
      {t('create')}
    </Button>
  )
  return (
    <Page title={t('title')} subtitle={t('hint')} actions={create}>
      {(q !== undefined || (groups && groups.length > 0)) && (
        <SearchInput
          label={t('search')}
          value={q}
          onChange={(search) => {
            inBackground(go({ search: search ? { q: search } : {}, replace: true }))
          }}
        />
      )}
      {pages.error && !groups && (
        <Failure
          error={pages.error}
          onRetry={() => {
            inBackground(pages.refetch())
          }}
        />
      )}
      {pages.isPending && <Loader aria-label={t('ui:loading')} />}
      {groups?.length === 0 && (
        <Empty
          icon={<IconFolders size={32} stroke={1.3} />}
          title={t(q ? 'nothing' : 'empty')}
          description={t(q ? 'nothingHint' : 'emptyHint')}
        />
      )}
      {groups && groups.length > 0 && <GroupTable groups={groups} />}
      <MoreButton of={pages} />
      {isCreating && <CreateGroup onClose={() => setIsCreating(false)} />}
    </Page>
  )
}
