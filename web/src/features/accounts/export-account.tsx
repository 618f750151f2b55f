// Exports of the account: requested once a day, written in the background, downloaded within a week.

import { Button, Group, List, Stack, Text } from '@mantine/core'
import type { AccountExport } from '@rastro/client'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Section } from '../../ui/section.tsx'
import { useFormat } from '../../ui/use-format.ts'

const exportsKey = ['account', 'exports']
const pollEveryMs = 2_000
const maxShown = 3

const isUnfinished = ({ state }: AccountExport) => state === 'waiting' || state === 'running'

export function ExportAccount() {
  const { t } = useTranslation('accounts')
  const queries = useQueryClient()
  const exports = useQuery({
    queryKey: exportsKey,
    queryFn: async () => (await rastro.get('/api/account/exports')).exports,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? pollEveryMs : false),
  })
  const requesting = useMutation({
    mutationFn: () => withRecentSignIn(() => rastro.post('/api/account/exports')),
    onSuccess: () => queries.invalidateQueries({ queryKey: exportsKey }),
  })
  return (
    <Section title={t('export.title')} description={t('export.hint')}>
      <Stack align="flex-start">
        {exports.error && (
          <Failure
            error={exports.error}
            onRetry={() => {
              inBackground(exports.refetch())
            }}
          />
        )}
        {exports.data && exports.data.length > 0 && (
          <List listStyleType="none" spacing="xs">
            {exports.data.slice(0, maxShown).map((one) => (
              <List.Item key={one.id}>
                <ExportLine one={one} />
              </List.Item>
            ))}
          </List>
        )}
        {requesting.error && <Failure error={requesting.error} />}
        <Button
          variant="default"
          loading={requesting.isPending}
          disabled={exports.data?.some(isUnfinished) ?? true}
          onClick={() => requesting.mutate()}
        >
          {t('export.action')}
        </Button>
      </Stack>
    </Section>
  )
}

function ExportLine({ one }: { one: AccountExport }) {
  const { t } = useTranslation('accounts')
  const format = useFormat()
  const downloading = useMutation({ mutationFn: () => withRecentSignIn(() => download(one.id)) })
  return (
    <Group gap="sm">
      <Text size="sm">
        {t(`export.states.${one.state}`, {
          time: format.dateTime(one.requestedAt),
          until: one.expiresAt === null ? '' : format.dateTime(one.expiresAt),
          size: format.number(Math.ceil((one.bytes ?? 0) / 1_000)),
        })}
      </Text>
      {one.state === 'ready' && (
        <Button
          size="xs"
          variant="light"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={downloading.isPending}
          onClick={() => downloading.mutate()}
        >
          {t('export.download')}
        </Button>
      )}
      {downloading.error && <Failure error={downloading.error} />}
    </Group>
  )
}

/** By a link, so that the browser writes the archive to disk while it arrives. */
async function download(exportId: string): Promise<void> {
  const { path } = await rastro.post('/api/account/exports/{exportId}/link', { path: { exportId } })
  const link = document.createElement('a')
  link.href = path
  link.download = `${exportId}.tar`
  link.click()
}
