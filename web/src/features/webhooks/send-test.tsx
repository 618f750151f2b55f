import { Alert, Button, Code, Group, Loader, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { AttemptLine } from './attempt-line.tsx'
import styles from './delivery-log.module.css'
import { webhookKey } from './use-webhooks.ts'

/** Sends a test event on opening, and shows the receiver's answer. */
export function SendTest({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const queries = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    mutationKey: [...webhookKey(webhookId), 'test'],
    mutationFn: () =>
      withRecentSignIn(() => rastro.post('/api/webhooks/{webhookId}/test', { path: { webhookId } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: webhookKey(webhookId) }),
  })
  useEffect(() => {
    // React runs effects twice in development; the receiver should get one test.
    const timer = setTimeout(() => mutate(), 0)
    return () => clearTimeout(timer)
  }, [mutate])
  return (
    <Dialog onClose={onClose} title={t('test.title')}>
      <Stack>
        {isPending && (
          <Group>
            <Loader size="sm" aria-label={t('ui:loading')} />
            <Text size="sm">{t('test.sending')}</Text>
          </Group>
        )}
        {error && <Failure error={error} />}
        {data && (
          <Alert
            color={data.delivered ? 'green' : 'red'}
            title={data.delivered ? t('test.delivered') : t('test.refused')}
            role="alert"
          >
            <AttemptLine attempt={data} />
            {data.response && <Code className={styles.body ?? ''}>{data.response}</Code>}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui:close')}
          </Button>
          <Button disabled={isPending} onClick={() => mutate()}>
            {t('test.again')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
