// Suspends an account, or reopens it. The account holder reads the reason.

import { Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ResaleAccount } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { resaleKey } from './use-resale.ts'

export function ChangeStatus({ customer, onClose }: { customer: ResaleAccount; onClose: () => void }) {
  const { t } = useTranslation('resale')
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const action = customer.nodeStatus === 'suspended' ? 'reopen' : 'suspend'
  const sending = useMutation({
    mutationFn: () => {
      const request = { path: { accountId: customer.id }, body: { reason: reason.trim() } }
      return action === 'suspend'
        ? rastro.post('/api/resale/accounts/{accountId}/suspend', request)
        : rastro.post('/api/resale/accounts/{accountId}/reopen', request)
    },
    onSuccess: async () => {
      notifications.show({ message: t(`${action}.done`, { name: customer.name }) })
      await queries.invalidateQueries({ queryKey: resaleKey })
      onClose()
    },
  })
  return (
    <FormDialog
      title={`${t(`${action}.title`)}: ${customer.name}`}
      action={t(`${action}.title`)}
      sending={sending}
      isWhole={reason.trim() !== ''}
      onClose={onClose}
    >
      <Text size="sm">{t(`${action}.hint`)}</Text>
      <Textarea
        label={t('reason')}
        description={t('reasonHint')}
        required
        withAsterisk={false}
        maxLength={500}
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
