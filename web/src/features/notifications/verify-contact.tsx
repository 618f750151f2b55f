// Verifies a contact: a code is sent to the address and entered here.

import { Button, Group, Modal, PinInput, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Contact } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { Failure } from '../../ui/failure.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { contactsKey } from './use-contacts.ts'

const codeLength = 6

export function VerifyContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { t } = useTranslation('notifications')
  const format = useFormat()
  const queries = useQueryClient()
  const labelId = useId()
  const [code, setCode] = useState('')
  const path = { contactId: contact.id }
  const sending = useMutation({
    mutationFn: () => rastro.post('/api/contacts/{contactId}/verification', { path }),
    onSuccess: () => setCode(''),
  })
  const confirming = useMutation({
    mutationFn: () => rastro.post('/api/contacts/{contactId}/verification/confirm', { path, body: { code } }),
    onSuccess: async () => {
      notifications.show({ message: t('verify.done', { name: contact.name }) })
      await queries.invalidateQueries({ queryKey: contactsKey })
      onClose()
    },
  })
  function confirm(event: FormEvent): void {
    event.preventDefault()
    if (code.length === codeLength) confirming.mutate()
  }
  const send = (
    <Button
      variant={sending.data ? 'default' : 'filled'}
      loading={sending.isPending}
      onClick={() => {
        confirming.reset()
        sending.mutate()
      }}
    >
      {t(sending.data ? 'verify.again' : 'verify.send')}
    </Button>
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('verify.title', { name: contact.name })}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <form onSubmit={confirm}>
        <Stack>
          <Text size="sm">{t(`verify.hint.${contact.channel}`, { address: contact.address })}</Text>
          {sending.error && <Failure error={sending.error} />}
          {sending.data && (
            <Text size="sm" role="status">
              {t('verify.sent', { time: format.time(sending.data.expiresAt) })}
            </Text>
          )}
          <div>
            <Text size="sm" fw={500} id={labelId} mb={4}>
              {t('verify.code')}
            </Text>
            <PinInput
              length={codeLength}
              type="number"
              oneTimeCode
              aria-labelledby={labelId}
              aria-label={t('verify.code')}
              value={code}
              onChange={setCode}
              error={confirming.error !== null}
            />
          </div>
          {confirming.error && <Failure error={confirming.error} />}
          <Group justify="flex-end">
            {send}
            <Button type="submit" loading={confirming.isPending} disabled={code.length !== codeLength}>
              {t('verify.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
