// What all accounts below a reseller may send together.

import { Loader, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Reseller } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { Failure } from '../../../ui/failure.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TimeZoneSelect } from '../../../ui/time-zone-select.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import { capNames, LimitFields, toLimits, toStored } from '../limit-fields.tsx'
import { fromMillionths } from '../prices/money.ts'
import type { Budget } from './use-resellers.ts'
import { budgetKey, useBudget } from './use-resellers.ts'

interface SetBudgetProps {
  reseller: Reseller
  onClose: () => void
}

export function SetBudget({ reseller, onClose }: SetBudgetProps) {
  const { t } = useTranslation('resale')
  const { data, error } = useBudget(reseller.id)
  if (data) return <BudgetForm reseller={reseller} budget={data} onClose={onClose} />
  return error ? <Failure error={error} /> : <Loader aria-label={t('ui:loading')} />
}

function BudgetForm({ reseller, budget, onClose }: SetBudgetProps & { budget: Budget }) {
  const { id, name } = reseller
  const { t } = useTranslation('resale')
  const format = useFormat()
  const queries = useQueryClient()
  const stored = Object.fromEntries(capNames.map((cap) => [cap, budget.caps[cap].cap]))
  const [limits, setLimits] = useState(() => toLimits(capNames, stored))
  const [timeZone, setTimeZone] = useState(budget.timeZone)
  const sending = useMutation({
    mutationFn: () => {
      // Only what was changed here: another person may change the others.
      const changed = capNames.filter((cap) => toStored(cap, limits[cap]) !== stored[cap])
      const caps = Object.fromEntries(changed.map((cap) => [cap, toStored(cap, limits[cap])]))
      return rastro.patch('/api/resale/resellers/{resellerId}/spendingCaps', {
        path: { resellerId: id },
        body: { ...caps, timeZone },
      })
    },
    onSuccess: (saved) => {
      notifications.show({ message: t('budget.done', { name }) })
      queries.setQueryData(budgetKey(id), saved)
      onClose()
    },
  })
  const usedOf = (cap: (typeof capNames)[number]) => {
    const { used } = budget.caps[cap]
    const { currency } = budget
    const shown = cap.startsWith('money')
      ? format.number(fromMillionths(used), { style: 'currency', currency })
      : format.number(used)
    return t('budget.used', { used: shown })
  }
  return (
    <FormDialog
      title={`${t('budget.title')}: ${name}`}
      action={t('ui:save')}
      sending={sending}
      isWhole
      onClose={onClose}
    >
      <Text size="sm">{t('budget.hint')}</Text>
      <LimitFields names={capNames} limits={limits} onChange={setLimits} describe={usedOf} />
      <TimeZoneSelect label={t('budget.timeZone')} value={timeZone} onChange={setTimeZone} />
    </FormDialog>
  )
}
