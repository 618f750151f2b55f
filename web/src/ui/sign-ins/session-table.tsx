// The sessions of a user. A session can be ended, except the one that shows the list: that is signing out.

import { Badge, Button, Group, Text } from '@mantine/core'
import type { Session } from '@rastro/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Cell, StackedRow, StackedTable } from '../stacked-table.tsx'
import { useFormat } from '../use-format.ts'
import { useNow } from '../use-now.ts'
import { placeOf } from './place.ts'

export interface SessionTableProps {
  sessions: readonly Session[]
  onEnd: (sessionId: string) => Promise<void>
}

export function SessionTable({ sessions, onEnd }: SessionTableProps) {
  const { t } = useTranslation('security')
  const format = useFormat()
  const nowMs = useNow()
  const [ending, setEnding] = useState<Session>()
  if (sessions.length === 0) return <Text size="sm">{t('sessions.none')}</Text>
  return (
    <>
      <StackedTable
        label={t('sessions.title')}
        columns={(['place', 'network', 'began', 'lastUsed'] as const).map((one) => t(`columns.${one}`))}
        end={t('columns.actions')}
      >
        {sessions.map((session) => (
          <StackedRow key={session.id}>
            <Cell slot="first">
              <Group gap="xs">
                <Text fw={600} size="sm">
                  {placeOf(t, session)}
                </Text>
                {session.isCurrent && <Badge variant="light">{t('sessions.current')}</Badge>}
              </Group>
            </Cell>
            <Cell label={t('columns.network')}>{session.network ?? t('unknown')}</Cell>
            <Cell label={t('columns.began')}>{format.dateTime(session.createdAt)}</Cell>
            <Cell label={t('columns.lastUsed')}>
              {/* The server's clock may be ahead of the browser's. */}
              {format.age(Math.min(Date.parse(session.lastUsedAt), nowMs), nowMs)}
            </Cell>
            <Cell slot="end">
              {!session.isCurrent && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('sessions.endOf', { place: placeOf(t, session) })}
                  onClick={() => setEnding(session)}
                >
                  {t('sessions.end')}
                </Button>
              )}
            </Cell>
          </StackedRow>
        ))}
      </StackedTable>
      {ending && (
        <ConfirmDialog
          title={t('sessions.endOf', { place: placeOf(t, ending) })}
          action={t('sessions.end')}
          onConfirm={() => onEnd(ending.id)}
          onClose={() => setEnding(undefined)}
        >
          <Text size="sm">{t('sessions.endHint')}</Text>
        </ConfirmDialog>
      )}
    </>
  )
}
