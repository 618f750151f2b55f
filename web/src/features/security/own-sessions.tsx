import { Button, Group, Loader, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Section } from '../../ui/section.tsx'
import { SessionTable } from '../../ui/sign-ins/session-table.tsx'

const sessionsKey = ['sessions', 'own']

export function OwnSessions() {
  const { t } = useTranslation('security')
  const queries = useQueryClient()
  const [isEndingOthers, setIsEndingOthers] = useState(false)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: sessionsKey,
    queryFn: async () => (await rastro.get('/api/me/sessions')).sessions,
  })
  const reload = () => queries.invalidateQueries({ queryKey: sessionsKey })
  async function end(sessionId: string): Promise<void> {
    await withRecentSignIn(() => rastro.delete('/api/me/sessions/{sessionId}', { path: { sessionId } }))
    await reload()
  }
  async function endOthers(): Promise<void> {
    await withRecentSignIn(() => rastro.delete('/api/me/sessions'))
    await reload()
  }
  const hasOthers = data?.some(({ isCurrent }) => !isCurrent) === true
  return (
    <Section title={t('sessions.title')} description={t('sessions.hint')}>
      {error && !data && (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(refetch())
          }}
        />
      )}
      {isPending && <Loader aria-label={t('ui:loading')} />}
      {data && <SessionTable sessions={data} onEnd={end} />}
      {hasOthers && (
        <Group>
          <Button variant="default" onClick={() => setIsEndingOthers(true)}>
            {t('sessions.endOthers')}
          </Button>
        </Group>
      )}
      {isEndingOthers && (
        <ConfirmDialog
          title={t('sessions.endOthers')}
          action={t('sessions.endOthersConfirm')}
          onConfirm={endOthers}
          onClose={() => setIsEndingOthers(false)}
        >
          <Text size="sm">{t('sessions.endOthersHint')}</Text>
        </ConfirmDialog>
      )}
    </Section>
  )
}
