// Moves licenses between a pool and the account or reseller below it.

import { NumberInput, SegmentedControl, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { resaleKey, useResale } from './use-resale.ts'

const maxLicenses = 100_000_000

interface MoveLicensesProps {
  node: {
    id: string
    name: string
    /** The reseller whose pool they come from. */
    poolId: string | null
    granted: number | null
    /** Active devices of an account; what a reseller gave. */
    used: number | null
  }
  onClose: () => void
}

export function MoveLicenses({ node, onClose }: MoveLicensesProps) {
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
      const body = { nodeId: node.id, licenses, reason: reason.trim() }
      return rastro.post('/api/resale/licenseTransfers', { body })
    },
    onSuccess: async () => {
      notifications.show({ message: t('move.done', { name: node.name }) })
      await queries.invalidateQueries({ queryKey: resaleKey })
      onClose()
    },
  })
  const kind = node.id.startsWith('res_') ? 'reseller' : 'account'
  const free = data?.reseller.id === node.poolId ? data.reseller.licenses.free : null
  return (
    <FormDialog
      title={`${t('move.title')}: ${node.name}`}
      action={t('move.action')}
      sending={sending}
      isWhole={count !== undefined && count > 0 && reason.trim() !== ''}
      onClose={onClose}
    >
      <Text size="sm">
        {t(`move.has.${kind}`, { count: node.granted ?? 0, used: format.number(node.used ?? 0) })}
        {typeof free === 'number' && ` ${t('move.free', { count: free })}`}
      </Text>
      <SegmentedControl
        aria-label={t('move.direction')}
        data={[
          { value: 'give', label: t(`move.give.${kind}`) },
          { value: 'takeBack', label: t('move.takeBack') },
        ]}
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
