import { Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { SupportSession } from '@rastro/client'
import { IconCheck, IconEye, IconPencil, IconPlayerStop, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { supportKey } from '../../live/use-support-sessions.ts'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { sentenceOf } from '../../ui/failure.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { ShowReads } from './show-reads.tsx'

const columns = ['visitor', 'reason', 'state', 'access', 'time'] as const

export function SessionTable({ sessions }: { sessions: SupportSession[] }) {
  const { t } = useTranslation('support')
  const [shown, setShown] = useState<SupportSession>()
  return (
    <>
      <StackedTable
        label={t('list')}
        columns={columns.map((column) => t(`columns.${column}`))}
        end={t('columns.actions')}
      >
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onShow={() => setShown(session)} />
        ))}
      </StackedTable>
      {shown && <ShowReads session={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

type Answer = 'read' | 'write' | 'end'

function SessionRow({ session, onShow }: { session: SupportSession; onShow: () => void }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const queries = useQueryClient()
  const { id, visitorName: name, organization, reason, state, access, minutes, endReason } = session
  const path = { supportSessionId: id }
  const isRequest = state === 'requested'
  const answering = useMutation({
    mutationFn: (answer: Answer) =>
      answer === 'end'
        ? rastro.post('/api/account/supportSessions/{supportSessionId}/end', { path })
        : withRecentSignIn(() =>
            rastro.post('/api/account/supportSessions/{supportSessionId}/approve', {
              path,
              body: { access: answer },
            }),
          ),
    onSuccess: (_, answer) => {
      const done = answer === 'end' ? (isRequest ? 'refused' : 'endedNow') : 'approved'
      notifications.show({ message: t(done, { name }) })
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
    onSettled: () => queries.invalidateQueries({ queryKey: supportKey }),
  })
  return (
    <StackedRow>
      <Cell slot="first">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {organization}
        </Text>
      </Cell>
      <Cell label={t('columns.reason')}>{reason}</Cell>
      <Cell label={t('columns.state')}>
        <div>
          {t(`states.${state}`)}
          {state === 'active' && (
            <Text size="xs" c="dimmed">
              {t('until', { time: format.dateTime(session.expiresAt) })}
            </Text>
          )}
          {endReason && (
            <Text size="xs" c="dimmed">
              {t(`endReasons.${endReason}`)}
            </Text>
          )}
        </div>
      </Cell>
      <Cell label={t('columns.access')}>
        {t(`access.${access}`)}, {t('minutes', { minutes: format.number(minutes) })}
      </Cell>
      <Cell label={t('columns.time')}>{format.dateTime(session.requestedAt)}</Cell>
      <Cell slot="end">
        <RowMenu label={t('actionsOf', { name })}>
          {isRequest && (
            <Menu.Item leftSection={<IconCheck size={16} />} onClick={() => answering.mutate('read')}>
              {t('approveRead')}
            </Menu.Item>
          )}
          {isRequest && access === 'write' && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => answering.mutate('write')}>
              {t('approveWrite')}
            </Menu.Item>
          )}
          {isRequest && (
            <Menu.Item leftSection={<IconX size={16} />} onClick={() => answering.mutate('end')}>
              {t('refuse')}
            </Menu.Item>
          )}
          {state === 'active' && (
            <Menu.Item leftSection={<IconPlayerStop size={16} />} onClick={() => answering.mutate('end')}>
              {t('end')}
            </Menu.Item>
          )}
          {!isRequest && (
            <Menu.Item leftSection={<IconEye size={16} />} onClick={onShow}>
              {t('show')}
            </Menu.Item>
          )}
        </RowMenu>
      </Cell>
    </StackedRow>
  )
}
