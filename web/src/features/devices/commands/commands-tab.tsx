// What is said to a tracker, and what it answers.

import { Button, Loader, Stack, Title } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { News } from '../../../live/fleet.types.ts'
import { useNews } from '../../../live/use-fleet.tsx'
import { rastro } from '../../../session/session.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Failure } from '../../../ui/failure.tsx'
import type { DeviceRecord } from '../device-record.ts'
import styles from '../devices.module.css'
import { CommandForm } from './command-form.tsx'
import { CommandRow } from './command-row.tsx'
import { abilitiesOf } from './what-trackers-can.ts'

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
  useNews(
    useCallback(
      ({ type, device }: News) => {
        if (device === id && type.startsWith('command.'))
          void queries.invalidateQueries({ queryKey: ['devices', id, 'commands'] })
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
          onGiven={() => void queries.invalidateQueries({ queryKey })}
        />
      ) : (
        <Empty title={t('command.noneTitle')} says={t('command.noneSays', { protocol })} />
      )}
      <Stack gap="xs">
        <Title order={2} size="h5">
          {t('command.given')}
        </Title>
        {list.error && <Failure error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Loader aria-label={t('ui:loading')} />}
        {list.isSuccess && commands.length === 0 && (
          <Empty title={t('command.emptyTitle')} says={t('command.emptySays')} />
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
            onClick={() => void list.fetchNextPage()}
          >
            {t('ui:more')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}
