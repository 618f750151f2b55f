// Redelivers the events of a period that the log still has, in the account's time zone.

import { Chip, Group, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { useAccount } from '../../session/use-account.ts'
import { faultAt } from '../../ui/faults.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { instantOf, localOf } from './local-time.ts'
import { webhookKey } from './use-webhooks.ts'

const presetHours = [1, 6, 24, 72]

export function RedeliveryDialog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const queries = useQueryClient()
  const timeZone = useAccount()?.timeZone ?? 'UTC'
  const before = (hours: number) => localOf(Date.now() - hours * 3_600_000, timeZone)
  const [from, setFrom] = useState(() => before(1))
  const [to, setTo] = useState('')
  const replaying = useMutation({
    mutationFn: () => {
      const body = { from: instantOf(from, timeZone), ...(to && { to: instantOf(to, timeZone) }) }
      return withRecentSignIn(() =>
        rastro.post('/api/webhooks/{webhookId}/redeliver', { path: { webhookId }, body }),
      )
    },
    onSuccess: () => {
      notifications.show({ message: t('replay.begun') })
      onClose()
      inBackground(queries.invalidateQueries({ queryKey: webhookKey(webhookId) }))
    },
  })
  return (
    <FormDialog
      title={t('replay.title')}
      action={t('replay.confirm')}
      sending={replaying}
      isWhole={from !== ''}
      fieldsWithFault={['from', 'to']}
      size="lg"
      onClose={onClose}
    >
      <Text size="sm">{t('replay.hint', { timeZone })}</Text>
      <Group gap="xs" role="group" aria-label={t('replay.usual')}>
        {presetHours.map((hours) => (
          <Chip
            key={hours}
            size="xs"
            checked={from === before(hours) && to === ''}
            onChange={() => {
              setFrom(before(hours))
              setTo('')
            }}
          >
            {t('replay.hours', { count: hours })}
          </Chip>
        ))}
      </Group>
      <Group grow align="flex-start">
        <TextInput
          type="datetime-local"
          label={t('replay.from')}
          required
          withAsterisk={false}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          error={faultAt(replaying.error, 'from')}
        />
        <TextInput
          type="datetime-local"
          label={t('replay.to')}
          description={t('replay.toHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          error={faultAt(replaying.error, 'to')}
        />
      </Group>
    </FormDialog>
  )
}
