// Creates or changes a price list. Amounts are typed in the currency and stored in millionths.

import { Button, CloseButton, Group, NumberInput, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { PriceList } from '@rastro/client'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { fromMillionths, toMillionths } from './money.ts'
import { priceListsKey } from './use-price-lists.ts'

const plain = ['licenseDay', 'email', 'accountMonth'] as const
const maxPrice = 1_000_000
const digits = 6
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
  const sending = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), currency, prices }
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
  const amount = (label: string, value: number, onChange: (value: number) => void) => (
    <NumberInput
      key={label}
      label={label}
      min={0}
      max={maxPrice}
      decimalScale={digits}
      value={fromMillionths(value)}
      onChange={(typed) => onChange(toMillionths(Number(typed)))}
    />
  )
  const setSms = (index: number, change: Partial<(typeof prices.sms)[number]>) =>
    setPrices({ ...prices, sms: prices.sms.map((one, at) => (at === index ? { ...one, ...change } : one)) })
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
      {plain.map((part) =>
        amount(t(`prices.columns.${part}`), prices[part], (value) => setPrices({ ...prices, [part]: value })),
      )}
      <Text size="sm">{t('prices.smsHint')}</Text>
      {prices.sms.map(({ prefix, price }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own.
        <Group key={index} align="flex-end" wrap="nowrap">
          {prefix === '' && index === 0 ? (
            amount(t('prices.smsOthers'), price, (value) => setSms(index, { price: value }))
          ) : (
            <>
              <TextInput
                label={t('prices.prefix')}
                placeholder="+34"
                maxLength={6}
                value={prefix}
                onChange={(event) => setSms(index, { prefix: event.currentTarget.value.trim() })}
              />
              {amount(t('prices.columns.sms'), price, (value) => setSms(index, { price: value }))}
              <CloseButton
                aria-label={t('prices.removePrefix', { prefix })}
                onClick={() => setPrices({ ...prices, sms: prices.sms.filter((_, at) => at !== index) })}
              />
            </>
          )}
        </Group>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() => setPrices({ ...prices, sms: [...prices.sms, { prefix: '+', price: 0 }] })}
      >
        {t('prices.addPrefix')}
      </Button>
    </FormDialog>
  )
}
