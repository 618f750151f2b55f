// Support sessions that the people of the reseller asked for: which are open, and how to enter.

import { Button, Group, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { SupportRequest } from '@rastro/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { enterSupportSession, takeSupportEnded } from '../../session/support-session.ts'
import { useMe } from '../../session/use-me.ts'
import { sentenceOf } from '../../ui/failure.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { resaleKey } from './use-resale.ts'

/** The customer answers in another account, whose events do not come here. */
const waitingEveryMs = 10_000
const shown = 20
const isOpen = ({ state }: SupportRequest) => state === 'requested' || state === 'active'
const columns = ['account', 'visitor', 'reason', 'state', 'access'] as const

export function SupportRequests() {
  const { t } = useTranslation('support')
  useEffect(() => {
    if (takeSupportEnded()) notifications.show({ message: t('account-status:support.ended') })
  }, [t])
  const requests = useQuery({
    queryKey: [...resaleKey, 'support'],
    // Without an open session there is nothing to wait for.
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? waitingEveryMs : false),
    queryFn: async () =>
      (await rastro.get('/api/resale/supportSessions', { query: { limit: shown } })).supportSessions,
  }).data
  const open = requests?.filter(isOpen) ?? []
  if (open.length === 0) return null
  return (
    <section aria-label={t('mine')}>
      <Title order={2} size="h5">
        {t('mine')}
      </Title>
      <StackedTable
        label={t('mine')}
        columns={columns.map((column) => t(`columns.${column}`))}
        end={t('columns.actions')}
      >
        {open.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </StackedTable>
    </section>
  )
}

function RequestRow({ request }: { request: SupportRequest }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const queries = useQueryClient()
  const me = useMe()
  const { id, accountName, visitorName, reason, state, access, minutes, expiresAt } = request
  const ending = useMutation({
    mutationFn: () =>
      rastro.post('/api/resale/supportSessions/{supportSessionId}/end', { path: { supportSessionId: id } }),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
    onSettled: () => queries.invalidateQueries({ queryKey: resaleKey }),
  })
  return (
    <StackedRow>
      <Cell slot="first">
        <Text size="sm" fw={600}>
          {accountName}
        </Text>
      </Cell>
      <Cell label={t('columns.visitor')}>{visitorName}</Cell>
      <Cell label={t('columns.reason')}>{reason}</Cell>
      <Cell label={t('columns.state')}>
        <div>
          {t(`states.${state}`)}
          {state === 'active' && expiresAt && (
            <Text size="xs" c="dimmed">
              {t('until', { time: format.dateTime(expiresAt) })}
            </Text>
          )}
        </div>
      </Cell>
      <Cell label={t('columns.access')}>
        {t(`access.${access}`)}, {t('minutes', { minutes: format.number(minutes) })}
      </Cell>
      <Cell slot="end">
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          {state === 'active' && visitorName === me?.userName && (
            <Button size="compact-sm" onClick={() => enterSupportSession(id)}>
              {t('enter')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            loading={ending.isPending}
            onClick={() => ending.mutate()}
          >
            {t('withdraw')}
          </Button>
        </Group>
      </Cell>
    </StackedRow>
  )
}
