import { Badge, Button, Group, Text, TextInput } from '@mantine/core'
import type { SmsSender } from '@rastro/client'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { Failure } from '../../../ui/failure.tsx'
import { faultAt, isElsewhere } from '../../../ui/faults.ts'
import { Section } from '../../../ui/section.tsx'
import { useSendersChanged } from './use-senders.ts'

const maxSender = 16

export function SmsSenderSection({ sender }: { sender: SmsSender | null }) {
  const { t } = useTranslation('senders')
  const changed = useSendersChanged()
  const [text, setText] = useState(sender?.sender ?? '')
  const saving = useMutation({
    mutationFn: () => rastro.put('/api/resale/senders/sms', { body: { sender: text.trim() } }),
    onSuccess: changed,
  })
  const deleting = useMutation({
    mutationFn: () => rastro.delete('/api/resale/senders/sms'),
    onSuccess: () => {
      setText('')
      return changed()
    },
  })
  function save(event: FormEvent): void {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Section title={t('sms.title')} description={t('sms.hint')}>
      <form onSubmit={save}>
        <TextInput
          label={t('sms.sender')}
          description={t('sms.senderHint')}
          maxLength={maxSender}
          autoComplete="off"
          value={text}
          error={faultAt(saving.error, 'sender')}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {isElsewhere(saving.error, ['sender']) && <Failure error={saving.error} />}
        <Group mt="sm">
          <Button
            type="submit"
            loading={saving.isPending}
            disabled={text.trim() === '' || text.trim() === sender?.sender}
          >
            {t('save')}
          </Button>
          {sender && (
            <Button variant="default" loading={deleting.isPending} onClick={() => deleting.mutate()}>
              {t('sms.delete')}
            </Button>
          )}
        </Group>
      </form>
      {deleting.error && <Failure error={deleting.error} />}
      {sender && (
        <Group gap="xs">
          <Badge variant="default" tt="none">
            {t(`sms.states.${sender.state}`)}
          </Badge>
          {sender.reason && <Text size="sm">{sender.reason}</Text>}
        </Group>
      )}
    </Section>
  )
}
