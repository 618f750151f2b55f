import { Button, Loader } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Page } from '../../ui/page.tsx'
import { AddMembers } from './add-members.tsx'
import { DeleteGroup } from './delete-group.tsx'
import { GroupForm } from './group-form.tsx'
import { GroupTrips } from './group-trips.tsx'
import { Members } from './members.tsx'
import { useGroup, useMayChangeGroups } from './use-groups.ts'
import { VisibleTo } from './visible-to.tsx'

const route = getRouteApi('/shell/settings/groups/$groupId')

export function GroupPage() {
  const { t } = useTranslation('groups')
  const { groupId } = route.useParams()
  const mayChange = useMayChangeGroups()
  const { data: group, error, refetch } = useGroup(groupId)
  const [isDeleting, setIsDeleting] = useState(false)
  const remove = group && mayChange && (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} color="var(--mantine-color-error)" />}
      onClick={() => setIsDeleting(true)}
    >
      {t('delete.action')}
    </Button>
  )
  return (
    <Page title={group?.name ?? t('group')} subtitle={group?.description} actions={remove}>
      {error && !group && (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(refetch())
          }}
        />
      )}
      {!group && !error && <Loader aria-label={t('ui:loading')} />}
      {group && (
        <>
          {mayChange && <GroupForm key={`${group.name} ${group.description}`} group={group} />}
          {mayChange && <AddMembers group={group} />}
          <Members group={group} mayChange={mayChange} />
          <VisibleTo groupId={group.id} />
          <GroupTrips groupId={group.id} />
        </>
      )}
      {group && isDeleting && <DeleteGroup group={group} onClose={() => setIsDeleting(false)} />}
    </Page>
  )
}
