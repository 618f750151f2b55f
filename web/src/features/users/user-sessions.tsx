// Where a user is signed in, and recent sign-ins, for those who manage users.

import { Button, Group, Loader } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { Failure } from '../../ui/failure.tsx'
import { Section } from '../../ui/section.tsx'
import { SessionTable } from '../../ui/sign-ins/session-table.tsx'
import { SignInList } from '../../ui/sign-ins/sign-in-list.tsx'

const pageSize = 10

export function UserSessions({ userId }: { userId: string }) {
  const { t } = useTranslation('users')
  const queries = useQueryClient()
  const queryKey = ['sessions', userId]
  const path = { userId }
  const { data, error, isPending } = useQuery({
    queryKey,
    queryFn: async () => (await rastro.get('/api/users/{userId}/sessions', { path })).sessions,
  })
  const signIns = useInfiniteQuery({
    queryKey: ['sign-ins', userId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/users/{userId}/signIns', {
        path,
        query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (last) => last.nextCursor,
  })
  const reload = () => queries.invalidateQueries({ queryKey })
  const endingAll = useMutation({
    mutationFn: () => withRecentSignIn(() => rastro.delete('/api/users/{userId}/sessions', { path })),
    onSuccess: reload,
  })
  async function end(sessionId: string): Promise<void> {
    const call = { path: { userId, sessionId } }
    await withRecentSignIn(() => rastro.delete('/api/users/{userId}/sessions/{sessionId}', call))
    await reload()
  }
  return (
    <>
      <Section title={t('sessions.title')} description={t('sessions.hint')}>
        {isPending && <Loader aria-label={t('ui:loading')} />}
        {error && !data && <Failure error={error} />}
        {data && <SessionTable sessions={data} onEnd={end} />}
        {endingAll.error && <Failure error={endingAll.error} />}
        {data && data.length > 1 && (
          <Group>
            <Button variant="default" loading={endingAll.isPending} onClick={() => endingAll.mutate()}>
              {t('sessions.endAll')}
            </Button>
          </Group>
        )}
      </Section>
      <Section title={t('security:signIns.title')} description={t('sessions.signInsHint')}>
        <SignInList of={signIns} />
      </Section>
    </>
  )
}
