// Creates or changes a price list. Amounts are typed in the currency and stored in millionths.

import { Button, CloseButton, Group, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { PriceList } from '@rastro/client'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { AmountInput } from './amount-input.tsx'
import { priceListsKey } from './use-price-lists.ts'

const plain = ['licenseDay', 'email', 'accountMonth'] as const
const empty: Pick<PriceList, 'name' | 'currency' | 'prices'> = {
  name: '',
  currency: 'EUR',
  prices: { licenseDay: 0, email: 0, sms: [{ prefix: '', price: 0 }], accountMonth: 0 },
}

export function PriceForm({ list, onClose }: { list: PriceList | undefined; onClose: () => void }) {
  const { t } = useTranslation('resale')
  const queries = useQueryClient()
  const given = list ?? empty
  const [name, setName] = useState(given.name)
  const [currency, setCurrency] = useState(given.currency)
  const [prices, setPrices] = useState(given.prices)
  // With identities, because a row keeps what was typed when another is removed.
  const [rows, setRows] = useState(() => given.prices.sms.map((one, id) => ({ ...one, id })))
  const sending = useMutation({
    mutationFn: () => {
      const sms = rows.map(({ prefix, price }) => ({ prefix, price }))
      const body = { name: name.trim(), currency, prices: { ...prices, sms } }
      return list
        ? rastro.put('/api/resale/priceLists/{priceListId}', { path: { priceListId: list.id }, body })
        : rastro.post('/api/resale/priceLists', { body })
    },
    onSuccess: async () => {
      notifications.show({ message: t('prices.saved') })
      await queries.invalidateQueries({ queryKey: priceListsKey })
      onClose()
    },
  })
  const change = (id: number, changes: { prefix?: string; price?: number }) =>
    setRows(rows.map((one) => (one.id === id ? { ...one, ...changes } : one)))
  return (
    <FormDialog
      title={t(list ? 'prices.edit' : 'prices.create')}
      action={t('prices.save')}
      sending={sending}
      isWhole={name.trim() !== '' && /^[A-Z]{3}$/.test(currency)}
      onClose={onClose}
    >
      <TextInput
        label={t('prices.columns.name')}
        required
        withAsterisk={false}
        maxLength={200}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('prices.currency')}
        required
        withAsterisk={false}
        maxLength={3}
        value={currency}
        onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
      />
      {plain.map((part) => (
        <AmountInput
          key={part}
          label={t(`prices.columns.${part}`)}
          value={prices[part]}
          onChange={(value) => setPrices({ ...prices, [part]: value })}
        />
      ))}
      <Text size="sm">{t('prices.smsHint')}</Text>
      {rows.map(({ prefix, price, id }, index) => (
        <Group key={id} align="flex-end" wrap="nowrap">
          {prefix === '' && index === 0 ? (
            <AmountInput
              label={t('prices.smsOthers')}
              value={price}
              onChange={(value) => change(id, { price: value })}
            />
          ) : (
            <>
              <TextInput
                label={t('prices.prefix')}
                placeholder="+34"
                maxLength={6}
                value={prefix}
                onChange={(event) => change(id, { prefix: event.currentTarget.value.trim() })}
              />
              <AmountInput
                label={t('prices.columns.sms')}
                value={price}
                onChange={(value) => change(id, { price: value })}
              />
              <CloseButton
                aria-label={t('prices.removePrefix', { prefix })}
                onClick={() => setRows(rows.filter((one) => one.id !== id))}
              />
            </>
          )}
        </Group>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() => {
          const id = Math.max(0, ...rows.map((row) => row.id)) + 1
          setRows([...rows, { prefix: '+', price: 0, id }])
        }}
      >
        {t('prices.addPrefix')}
      </Button>
    </FormDialog>
  )
}
