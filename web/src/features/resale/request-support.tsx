// Asks an account for a support session. An administrator of the account answers.

import { Checkbox, NumberInput, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ResaleAccount } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { resaleKey } from './use-resale.ts'

const defaultMinutes = 30
const minMinutes = 5
const maxMinutes = 480

export function RequestSupport({ customer, onClose }: { customer: ResaleAccount; onClose: () => void }) {
  const { t } = useTranslation('support')
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [minutes, setMinutes] = useState(defaultMinutes)
  const [wantsToWrite, setWantsToWrite] = useState(false)
  const sending = useMutation({
    mutationFn: () =>
      withRecentSignIn(() =>
        rastro.post('/api/resale/supportSessions', {
          body: {
            accountId: customer.id,
            reason: reason.trim(),
            minutes,
            access: wantsToWrite ? 'write' : 'read',
          },
        }),
      ),
    onSuccess: async () => {
      notifications.show({ message: t('request.done', { name: customer.name }) })
      await queries.invalidateQueries({ queryKey: resaleKey })
      onClose()
    },
  })
  return (
    <FormDialog
      title={`${t('request.title')}: ${customer.name}`}
      action={t('request.action')}
      sending={sending}
      isWhole={reason.trim() !== ''}
      onClose={onClose}
    >
      <Text size="sm">{t('request.hint')}</Text>
      <Textarea
        label={t('request.reason')}
        description={t('request.reasonHint')}
        required
        withAsterisk={false}
        maxLength={500}
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <NumberInput
        label={t('request.minutes')}
        min={minMinutes}
        max={maxMinutes}
        allowDecimal={false}
        value={minutes}
        onChange={(value) => setMinutes(typeof value === 'number' ? value : defaultMinutes)}
      />
      <Checkbox
        label={t('request.write')}
        checked={wantsToWrite}
        onChange={(event) => setWantsToWrite(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
