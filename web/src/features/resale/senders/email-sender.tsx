// The address of e-mails: what to publish in DNS, and whether it was found.

import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { EmailSender } from '@rastro/client'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyIcon } from '../../../ui/copy-icon.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { faultAt, isElsewhere } from '../../../ui/faults.ts'
import { Section } from '../../../ui/section.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import { ProofState } from '../proof-state.tsx'
import { useSendersChanged } from './use-senders.ts'

const maxAddress = 254

export function EmailSenderSection({ sender }: { sender: EmailSender | null }) {
  const { t } = useTranslation('senders')
  const changed = useSendersChanged()
  const [address, setAddress] = useState(sender?.address ?? '')
  const [isDeleting, setIsDeleting] = useState(false)
  const saving = useMutation({
    mutationFn: () => rastro.put('/api/resale/senders/email', { body: { address: address.trim() } }),
    onSuccess: changed,
  })
  function save(event: FormEvent): void {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Section title={t('email.title')} description={t('email.hint')}>
      <form onSubmit={save}>
        <TextInput
          label={t('email.address')}
          type="email"
          maxLength={maxAddress}
          autoComplete="off"
          value={address}
          error={faultAt(saving.error, 'address')}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        {isElsewhere(saving.error, ['address']) && <Failure error={saving.error} />}
        <Group mt="sm">
          <Button
            type="submit"
            loading={saving.isPending}
            disabled={address.trim() === '' || address.trim().toLowerCase() === sender?.address}
          >
            {t('save')}
          </Button>
          {sender && (
            <Button variant="default" onClick={() => setIsDeleting(true)}>
              {t('email.delete')}
            </Button>
          )}
        </Group>
      </form>
      {sender && <SenderState key={sender.updatedAt} sender={sender} />}
      {isDeleting && (
        <ConfirmDialog
          title={t('email.delete')}
          action={t('email.delete')}
          onConfirm={async () => {
            await rastro.delete('/api/resale/senders/email')
            setAddress('')
            await changed()
          }}
          onClose={() => setIsDeleting(false)}
        >
          {t('email.deleteHint')}
        </ConfirmDialog>
      )}
    </Section>
  )
}

function SenderState({ sender }: { sender: EmailSender }) {
  const { t } = useTranslation('senders')
  const format = useFormat()
  const changed = useSendersChanged()
  const checking = useMutation({
    mutationFn: () => rastro.post('/api/resale/senders/email/check'),
    onSuccess: changed,
  })
  const { state, fault, hasDmarc, records, checkedAt } = sender
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <ProofState state={state} label={t(`email.states.${state}`)} />
        {checkedAt && (
          <Text size="sm" c="dimmed">
            {t('email.checked', { time: format.dateTime(checkedAt) })}
          </Text>
        )}
        <Button
          size="compact-sm"
          variant="default"
          loading={checking.isPending}
          onClick={() => checking.mutate()}
        >
          {t('email.check')}
        </Button>
      </Group>
      {fault && <Alert>{t(`email.faults.${fault}`)}</Alert>}
      {checking.error && <Failure error={checking.error} />}
      <Text size="sm">{t('email.records')}</Text>
      {records.map(({ type, name, value, isRequired }) => (
        <div key={name}>
          <Text size="sm" fw={600}>
            {isRequired ? t('email.required') : t(hasDmarc === true ? 'email.dmarcFound' : 'email.advice')}
          </Text>
          <Record label={t('email.name', { type })} text={name} />
          <Record label={t('email.value')} text={value} />
        </div>
      ))}
      <Text size="sm" c="dimmed">
        {t('email.spf')}
      </Text>
    </Stack>
  )
}

function Record({ label, text }: { label: string; text: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Text size="sm" c="dimmed" miw={80}>
        {label}
      </Text>
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <CopyIcon text={text} what={label} />
    </Group>
  )
}
