// Commands sent to a tracker, with its answers.

import { Button, Loader, Stack, Title } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { FleetEvent } from '../../../live/fleet.types.ts'
import { useEvents } from '../../../live/use-fleet.tsx'
import { rastro } from '../../../session/session.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import type { DeviceRecord } from '../device-record.ts'
import styles from '../devices.module.css'
import { abilitiesOf } from './abilities.ts'
import { CommandForm } from './command-form.tsx'
import { CommandRow } from './command-row.tsx'
import { templatesOf } from './templates.ts'

export function CommandsTab({ record }: { record: DeviceRecord }) {
  const { t } = useTranslation('devices')
  const { id, protocol, model } = record.device
  const queries = useQueryClient()
  const queryKey = ['devices', id, 'commands']
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/devices/{deviceId}/commands', {
        path: { deviceId: id },
        query: { limit: 30, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (page) => page.nextCursor,
  })
  useEvents(
    useCallback(
      ({ type, device }: FleetEvent) => {
        if (device === id && type.startsWith('command.'))
          inBackground(queries.invalidateQueries({ queryKey: ['devices', id, 'commands'] }))
      },
      [queries, id],
    ),
  )
  const commands = list.data?.pages.flatMap((page) => page.commands) ?? []
  const abilities = abilitiesOf(protocol, model)
  return (
    <Stack gap="lg">
      {abilities.types.length > 0 ? (
        <CommandForm
          deviceId={id}
          abilities={abilities}
          templates={templatesOf(protocol, model)}
          onGiven={() => {
            inBackground(queries.invalidateQueries({ queryKey }))
          }}
        />
      ) : (
        <Empty title={t('command.noneTitle')} description={t('command.noneHint', { protocol })} />
      )}
      <Stack gap="xs">
        <Title order={2} size="h5">
          {t('command.given')}
        </Title>
        {list.error && (
          <Failure
            error={list.error}
            onRetry={() => {
              inBackground(list.refetch())
            }}
          />
        )}
        {list.isPending && <Loader aria-label={t('ui:loading')} />}
        {list.isSuccess && commands.length === 0 && (
          <Empty title={t('command.emptyTitle')} description={t('command.emptyHint')} />
        )}
        <ul className={styles.rows} aria-label={t('command.given')}>
          {commands.map((command) => (
            <CommandRow key={command.id} command={command} />
          ))}
        </ul>
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
      </Stack>
    </Stack>
  )
}
