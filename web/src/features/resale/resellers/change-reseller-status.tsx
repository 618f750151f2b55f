// Suspends a reseller, with or without its customers, or reopens it.

import { Checkbox, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Reseller } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { resaleKey } from '../use-resale.ts'

export function ChangeResellerStatus({ reseller, onClose }: { reseller: Reseller; onClose: () => void }) {
  const { id, name, status } = reseller
  const { t } = useTranslation('resale')
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [withCustomers, setWithCustomers] = useState(false)
  const reason = text.trim()
  const action = status === 'suspended' ? 'reopen' : 'suspend'
  const sending = useMutation({
    mutationFn: () => {
      const path = { resellerId: id }
      return action === 'suspend'
        ? rastro.post('/api/resale/resellers/{resellerId}/suspend', { path, body: { reason, withCustomers } })
        : rastro.post('/api/resale/resellers/{resellerId}/reopen', { path, body: { reason } })
    },
    onSuccess: async () => {
      notifications.show({ message: t(`${action}.done`, { name }) })
      await queries.invalidateQueries({ queryKey: resaleKey })
      onClose()
    },
  })
  return (
    <FormDialog
      title={`${t(`${action}.title`)}: ${name}`}
      action={t(`${action}.title`)}
      sending={sending}
      isWhole={reason !== ''}
      onClose={onClose}
    >
      <Text size="sm">{t(`reseller.${action}Hint`)}</Text>
      {action === 'suspend' && (
        <Checkbox
          label={t('reseller.withCustomers')}
          checked={withCustomers}
          onChange={(event) => setWithCustomers(event.currentTarget.checked)}
        />
      )}
      <Textarea
        label={t('reason')}
        description={t('reseller.reasonHint')}
        required
        withAsterisk={false}
        maxLength={500}
        autosize
        minRows={2}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
