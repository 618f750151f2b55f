// Whom the account lets in, the requests to answer, and who was there.

import { Loader, SegmentedControl } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconLifebuoy } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { supportKey } from '../../live/use-support-sessions.ts'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure, sentenceOf } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { SessionTable } from './session-table.tsx'

const pageSize = 50
const modes = ['never', 'ask', 'open'] as const

export function SupportPage() {
  const { t } = useTranslation('support')
  const pages = useInfiniteQuery({
    queryKey: [...supportKey, 'all'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/account/supportSessions', {
        query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (last) => last.nextCursor,
  })
  const sessions = pages.data?.pages.flatMap((page) => page.supportSessions)
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Section title={t('list')} description={t('listHint')}>
        {pages.error && !sessions && (
          <Failure
            error={pages.error}
            onRetry={() => {
              inBackground(pages.refetch())
            }}
          />
        )}
        {pages.isPending && <Loader aria-label={t('ui:loading')} />}
        {sessions?.length === 0 && (
          <Empty
            icon={<IconLifebuoy size={32} stroke={1.3} />}
            title={t('empty')}
            description={t('emptyHint')}
          />
        )}
        {sessions && sessions.length > 0 && <SessionTable sessions={sessions} />}
        <LoadMore of={pages} />
      </Section>
      <Section title={t('mode.title')} description={t('mode.description')}>
        <Mode />
      </Section>
    </Page>
  )
}

function Mode() {
  const { t } = useTranslation('support')
  const queries = useQueryClient()
  const mode = useQuery({
    queryKey: [...supportKey, 'mode'],
    queryFn: async () => (await rastro.get('/api/account/support')).support.mode,
  })
  const changing = useMutation({
    mutationFn: (wanted: (typeof modes)[number]) =>
      withRecentSignIn(() => rastro.put('/api/account/support', { body: { mode: wanted } })),
    onSuccess: () => notifications.show({ message: t('mode.saved') }),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
    onSettled: () => queries.invalidateQueries({ queryKey: supportKey }),
  })
  if (!mode.data) return mode.error ? <Failure error={mode.error} /> : <Loader aria-label={t('ui:loading')} />
  return (
    <SegmentedControl
      aria-label={t('mode.title')}
      orientation="vertical"
      disabled={changing.isPending}
      data={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
      value={changing.isPending ? changing.variables : mode.data}
      onChange={(value) => changing.mutate(value as (typeof modes)[number])}
    />
  )
}
