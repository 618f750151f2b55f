// Tries the mail server with an e-mail to the operator.

import { Alert, Button, Group, Text } from '@mantine/core'
import type { TestEmail } from '@rastro/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useSendsMail } from '../../session/use-sends-mail.ts'
import { Failure } from '../../ui/failure.tsx'
import { Section } from '../../ui/section.tsx'
import { useFormat } from '../../ui/use-format.ts'

const queryKey = ['testEmail']
const everyMs = 1_000

export function TestEmailSection() {
  const { t } = useTranslation('installation')
  const sendsMail = useSendsMail()
  return (
    <Section title={t('email.title')} description={t('email.description')}>
      {sendsMail ? <Sending /> : <Text>{t('email.notConfigured')}</Text>}
    </Section>
  )
}

function Sending() {
  const { t } = useTranslation('installation')
  const queries = useQueryClient()
  const last = useQuery({
    queryKey,
    refetchInterval: ({ state }) => state.data?.state === 'waiting' && everyMs,
    queryFn: async () => (await rastro.get('/api/platform/testEmail')).testEmail,
  })
  const sending = useMutation({
    mutationFn: async () => (await rastro.post('/api/platform/testEmail')).testEmail,
    onSuccess: (testEmail) => {
      queries.setQueryData(queryKey, testEmail)
    },
  })
  const error = sending.error ?? last.error
  return (
    <>
      {last.data && <Outcome email={last.data} />}
      {error && <Failure error={error} />}
      <Group>
        <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate()}>
          {t('email.send')}
        </Button>
      </Group>
    </>
  )
}

const colors = { waiting: 'blue', sent: 'green', failed: 'red' }

function Outcome({ email: { state, address, requestedAt, reason } }: { email: TestEmail }) {
  const { t } = useTranslation('installation')
  const format = useFormat()
  return (
    <Alert color={reason && state === 'waiting' ? 'yellow' : colors[state]} role="status">
      <Text size="sm">{t(`email.${state}`, { address, time: format.dateTime(requestedAt) })}</Text>
      {reason && <Text size="sm">{t('email.reason', { reason })}</Text>}
    </Alert>
  )
}
