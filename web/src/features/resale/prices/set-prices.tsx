// Chooses what an account directly below pays.

import { Select, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ResaleAccount } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { priceListsKey, usePriceLists } from './use-price-lists.ts'

export function SetPrices({ customer, onClose }: { customer: ResaleAccount; onClose: () => void }) {
  const { t } = useTranslation('resale')
  const queries = useQueryClient()
  const lists = usePriceLists().data ?? []
  const [priceListId, setPriceListId] = useState<string | null>(null)
  const sending = useMutation({
    mutationFn: () =>
      rastro.put('/api/resale/nodes/{nodeId}/prices', {
        path: { nodeId: customer.id },
        body: { priceListId },
      }),
    onSuccess: async () => {
      notifications.show({ message: t('prices.set', { name: customer.name }) })
      await queries.invalidateQueries({ queryKey: priceListsKey })
      onClose()
    },
  })
  return (
    <FormDialog
      title={`${t('prices.choose')}: ${customer.name}`}
      action={t('prices.save')}
      sending={sending}
      isWhole
      onClose={onClose}
    >
      <Text size="sm">{t('prices.chooseHint')}</Text>
      <Select
        label={t('prices.list')}
        placeholder={t('prices.none')}
        clearable
        data={lists.map(({ id, name }) => ({ value: id, label: name }))}
        value={priceListId}
        onChange={setPriceListId}
      />
    </FormDialog>
  )
}
