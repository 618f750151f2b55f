// Moves licenses between the pool and an account.

import { NumberInput, SegmentedControl, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ResaleAccount } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { resaleKey, useResale } from './use-resale.ts'

const maxLicenses = 100_000_000

export function MoveLicenses({ customer, onClose }: { customer: ResaleAccount; onClose: () => void }) {
  const { t } = useTranslation('resale')
  const format = useFormat()
  const queries = useQueryClient()
  const { data } = useResale()
  const [direction, setDirection] = useState<'give' | 'takeBack'>('give')
  const [count, setCount] = useState<number>()
  const [reason, setReason] = useState('')
  const sending = useMutation({
    mutationFn: () => {
      const licenses = (count ?? 0) * (direction === 'give' ? 1 : -1)
      const body = { nodeId: customer.id, licenses, reason: reason.trim() }
      return rastro.post('/api/resale/licenseTransfers', { body })
    },
    onSuccess: async () => {
      notifications.show({ message: t('move.done', { name: customer.name }) })
      await queries.invalidateQueries({ queryKey: resaleKey })
      onClose()
    },
  })
  const free = data?.reseller.licenses.free
  return (
    <FormDialog
      title={`${t('move.title')}: ${customer.name}`}
      action={t('move.action')}
      sending={sending}
      isWhole={count !== undefined && count > 0 && reason.trim() !== ''}
      onClose={onClose}
    >
      <Text size="sm">
        {t('move.has', {
          count: customer.licenses.granted ?? 0,
          used: format.number(customer.licenses.used ?? 0),
        })}
        {typeof free === 'number' && ` ${t('move.free', { count: free })}`}
      </Text>
      <SegmentedControl
        aria-label={t('move.direction')}
        data={(['give', 'takeBack'] as const).map((value) => ({ value, label: t(`move.${value}`) }))}
        value={direction}
        onChange={(value) => setDirection(value as 'give' | 'takeBack')}
      />
      <NumberInput
        label={t('move.count')}
        required
        withAsterisk={false}
        min={1}
        max={maxLicenses}
        allowDecimal={false}
        data-autofocus
        value={count ?? ''}
        onChange={(value) => setCount(typeof value === 'number' ? value : undefined)}
      />
      <TextInput
        label={t('move.reason')}
        required
        withAsterisk={false}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
