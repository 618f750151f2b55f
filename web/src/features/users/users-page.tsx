import { Loader } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-me.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useUsers } from './use-users.ts'
import { UserTable } from './user-table.tsx'

const route = getRouteApi('/shell/settings/users')

export function UsersPage() {
  const { t } = useTranslation('users')
  const { q } = route.useSearch()
  const go = route.useNavigate()
  const mayManage = useMay()('users.manage')
  const pages = useUsers(q)
  const users = pages.data?.pages.flatMap((page) => page.users)
  const create = mayManage && (
    <ButtonLink to="/settings/users/new" leftSection={<IconPlus size={16} />}>
      {t('create')}
    </ButtonLink>
  )
  return (
    <Page title={t('title')} subtitle={t(mayManage ? 'hint' : 'hintSelf')} actions={create}>
      {mayManage && (
        <SearchInput
          label={t('search')}
          value={q}
          onChange={(search) => {
            inBackground(go({ search: search ? { q: search } : {}, replace: true }))
          }}
        />
      )}
      {pages.error && !users && (
        <Failure
          error={pages.error}
          onRetry={() => {
            inBackground(pages.refetch())
          }}
        />
      )}
      {pages.isPending && <Loader aria-label={t('ui:loading')} />}
      {users?.length === 0 && (
        <Empty
          icon={<IconUsers size={32} stroke={1.3} />}
          title={t('nothing')}
          description={t('nothingHint')}
        />
      )}
      {users && users.length > 0 && <UserTable users={users} />}
      <MoreButton of={pages} />
    </Page>
  )
}
