// Verifies a contact: a message with a link and a code is sent to the address. The recipient opens the link, or the code
// is entered here.

import { Button, Group, PinInput, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Contact } from '@rastro/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../session/session.ts'
import { contactsKey } from './contact-form.tsx'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'
import { inBackground } from './in-background.ts'
import { OpenLink } from './open-link.tsx'
import { useFormat } from './use-format.ts'

const codeLength = 6
const askEveryMs = 3_000

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
    onSuccess: end,
  })
  // The recipient may open the link on another device.
  const linked = useQuery({
    queryKey: [...contactsKey, 'verifying', contact.id],
    queryFn: () => rastro.get('/api/contacts/{contactId}', { path }),
    enabled: sending.data !== undefined,
    refetchInterval: askEveryMs,
  })
  const isByLink = contact.channel === 'telegram'
  const isLinked = linked.data?.verified === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the link is opened.
  useEffect(() => {
    if (isLinked) inBackground(end())
  }, [isLinked])
  async function end(): Promise<void> {
    notifications.show({ message: t('verify.done', { name: contact.name }) })
    onClose()
    await queries.invalidateQueries({ queryKey: contactsKey })
  }
  function confirm(event: FormEvent): void {
    event.preventDefault()
    // React passes it on to the form of the rule.
    event.stopPropagation()
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
      {t(isByLink ? 'verify.makeLink' : sending.data ? 'verify.again' : 'verify.send')}
    </Button>
  )
  return (
    <Dialog onClose={onClose} title={t('verify.title', { name: contact.name })}>
      <form onSubmit={confirm}>
        <Stack>
          <Text size="sm">{t(`verify.hint.${contact.channel}`, { address: contact.address })}</Text>
          {sending.error && <Failure error={sending.error} />}
          {sending.data?.openUrl && <OpenLink url={sending.data.openUrl} />}
          {sending.data && !isByLink && (
            <Text size="sm" role="status">
              {t('verify.sent', { time: format.time(sending.data.expiresAt) })}
            </Text>
          )}
          {!isByLink && (
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
          )}
          {confirming.error && <Failure error={confirming.error} />}
          <Group justify="flex-end">
            {send}
            {!isByLink && (
              <Button type="submit" loading={confirming.isPending} disabled={code.length !== codeLength}>
                {t('verify.confirm')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
