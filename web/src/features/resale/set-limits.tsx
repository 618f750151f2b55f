// What each account below a reseller, or one account, may use at most.

import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { TermName } from './limit-fields.tsx'
import { LimitFields, termNames, toLimits, toStored } from './limit-fields.tsx'
import { resaleKey } from './use-resale.ts'

interface SetLimitsProps {
  of: { id: string; name: string; terms: Partial<Record<TermName, number>> }
  onClose: () => void
}

export function SetLimits({ of: { id, name, terms }, onClose }: SetLimitsProps) {
  const { t } = useTranslation('resale')
  const queries = useQueryClient()
  const [limits, setLimits] = useState(() => toLimits(termNames, terms))
  const isReseller = id.startsWith('res_')
  const sending = useMutation({
    mutationFn: async () => {
      const stored = termNames.map((term) => [term, toStored(term, limits[term])] as const)
      const body = Object.fromEntries(stored.filter(([, value]) => value !== null))
      if (isReseller)
        await rastro.put('/api/resale/resellers/{resellerId}/terms', { path: { resellerId: id }, body })
      else await rastro.put('/api/resale/accounts/{accountId}/terms', { path: { accountId: id }, body })
    },
    onSuccess: async () => {
      notifications.show({ message: t('limits.done', { name }) })
      await queries.invalidateQueries({ queryKey: resaleKey })
      onClose()
    },
  })
  return (
    <FormDialog
      title={`${t('limits.title')}: ${name}`}
      action={t('ui:save')}
      sending={sending}
      isWhole
      onClose={onClose}
    >
      <Text size="sm">{t(isReseller ? 'limits.ofEach' : 'limits.ofOne')}</Text>
      <LimitFields names={termNames} limits={limits} onChange={setLimits} />
    </FormDialog>
  )
}
