import { ActionIcon, Button, Group as Row, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Device, Group } from '@rastro/client'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Failure, sentenceOf } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Section } from '../../ui/section.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { addDevices, removeDevice } from './membership.ts'
import { groupsKey, useMembers } from './use-groups.ts'

const route = getRouteApi('/shell/settings/groups/$groupId')

export function Members({ group, mayChange }: { group: Group; mayChange: boolean }) {
  const { t } = useTranslation('groups')
  const { q } = route.useSearch()
  const go = route.useNavigate()
  const format = useFormat()
  const queries = useQueryClient()
  const pages = useMembers(group.id, q)
  const devices = pages.data?.pages.flatMap((page) => page.devices)
  const count = group.devices.length
  const removing = useMutation({
    mutationFn: ({ id }: Device) => removeDevice(group.id, id),
    onSuccess(_, device) {
      inBackground(queries.invalidateQueries({ queryKey: groupsKey }))
      const id = `removed-${group.id}-${device.id}`
      const undo = async () => {
        notifications.hide(id)
        await addDevices(group.id, [device.id])
        await queries.invalidateQueries({ queryKey: groupsKey })
      }
      notifications.show({
        id,
        message: (
          <Row justify="space-between" wrap="nowrap">
            <Text size="sm">{t('members.removed', { name: device.name })}</Text>
            <Button size="compact-sm" variant="default" onClick={() => inBackground(undo())}>
              {t('members.undo')}
            </Button>
          </Row>
        ),
      })
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
  })
  return (
    <Section
      title={t('members.title')}
      description={t('members.count', { count, formatted: format.number(count) })}
    >
      {(count > 0 || q !== undefined) && (
        <SearchInput
          label={t('members.search')}
          value={q}
          onChange={(search) => {
            inBackground(go({ search: search ? { q: search } : {}, replace: true }))
          }}
        />
      )}
      {pages.error && !devices && (
        <Failure
          error={pages.error}
          onRetry={() => {
            inBackground(pages.refetch())
          }}
        />
      )}
      {devices?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(q ? 'members.nothing' : 'members.empty')}
        </Text>
      )}
      {devices && devices.length > 0 && (
        <StackedTable
          label={t('members.title')}
          columns={[t('columns.name'), t('members.plate'), t('members.identifier')]}
          {...(mayChange && { end: t('members.actions') })}
        >
          {devices.map((device) => (
            <StackedRow key={device.id}>
              <Cell slot="first">
                <AnchorLink to="/devices/$deviceId" params={{ deviceId: device.id }} size="sm" fw={600}>
                  {device.name}
                </AnchorLink>
              </Cell>
              <Cell label={t('members.plate')}>{device.licensePlate}</Cell>
              <Cell label={t('members.identifier')}>{device.identifier}</Cell>
              {mayChange && (
                <Cell slot="end">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('members.remove', { name: device.name })}
                    loading={removing.isPending && removing.variables.id === device.id}
                    onClick={() => removing.mutate(device)}
                  >
                    <IconX size={16} />
                  </ActionIcon>
                </Cell>
              )}
            </StackedRow>
          ))}
        </StackedTable>
      )}
      <MoreButton of={pages} />
    </Section>
  )
}
