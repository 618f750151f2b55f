import { Button, Group, List, Stack, Text } from '@mantine/core'
import type { Webhook } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { webhooksKey } from './use-webhooks.ts'

export interface RotateSecretProps {
  webhook: Webhook
  onSecret: (made: { secret: string; oldSecretUntil: string }) => void
  onClose: () => void
}

export function RotateSecret({ webhook, onSecret, onClose }: RotateSecretProps) {
  const { t } = useTranslation('webhooks')
  const queries = useQueryClient()
  const rotating = useMutation({
    mutationFn: () => {
      const path = { webhookId: webhook.id }
      return withRecentSignIn(() => rastro.post('/api/webhooks/{webhookId}/secret', { path }))
    },
    onSuccess: (made) => {
      onSecret(made)
      onClose()
      inBackground(queries.invalidateQueries({ queryKey: webhooksKey }))
    },
  })
  return (
    <Dialog onClose={onClose} title={t('rotate.title', { name: webhook.name })}>
      <Stack>
        <Text size="sm">{t('rotate.hint')}</Text>
        <List size="sm" spacing={4}>
          <List.Item>{t('rotate.both')}</List.Item>
          <List.Item>{t('rotate.after')}</List.Item>
          {webhook.oldSecretUntil && <List.Item>{t('rotate.again')}</List.Item>}
        </List>
        {rotating.error && <Failure error={rotating.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button loading={rotating.isPending} onClick={() => rotating.mutate()}>
            {t('rotate.confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
