// Creates an account below the reseller, or another reseller with its staff account. Its holder gets an invitation and
// chooses the password.

import { NumberInput, Select, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useDraft } from '../../ui/draft.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TimeZoneSelect } from '../../ui/time-zone-select.tsx'
import { resaleKey } from './use-resale.ts'

const maxShown = 80
const emptyCustomer = () => ({
  name: '',
  ownerName: '',
  email: '',
  country: 'ES',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  licenses: 0,
})

interface CreateCustomerProps {
  kind?: 'account' | 'reseller'
  onClose: () => void
}

export function CreateCustomer({ kind = 'account', onClose }: CreateCustomerProps) {
  const { t, i18n } = useTranslation('resale')
  const queries = useQueryClient()
  const isReseller = kind === 'reseller'
  const draft = useDraft(`resale:new:${kind}`, emptyCustomer())
  const { name, ownerName, email, country, timeZone, licenses } = draft.value
  const countries = useQuery({
    queryKey: ['countries', i18n.language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const headers = { 'accept-language': i18n.language }
      return (await rastro.get('/api/users/countries', { headers })).countries
    },
  })
  const creating = useMutation({
    mutationFn: async () => {
      const owner = { name: ownerName.trim(), email: email.trim(), country }
      const body = { name: name.trim(), timeZone, licenses, owner }
      await rastro.post(isReseller ? '/api/resale/resellers' : '/api/resale/accounts', { body })
    },
    onSuccess: async () => {
      draft.saved()
      notifications.show({ message: t(isReseller ? 'reseller.created' : 'created', { email: email.trim() }) })
      await queries.invalidateQueries({ queryKey: resaleKey })
      onClose()
    },
  })
  const field = (part: 'name' | 'ownerName' | 'email') => ({
    label: t(part === 'name' && isReseller ? 'reseller.name' : `form.${part}`),
    required: true,
    withAsterisk: false,
    maxLength: part === 'email' ? 254 : 200,
    autoComplete: 'off',
    value: draft.value[part],
    onChange: (event: { currentTarget: { value: string } }) =>
      draft.change({ [part]: event.currentTarget.value }),
  })
  return (
    <FormDialog
      title={t(isReseller ? 'reseller.create' : 'create')}
      action={t(isReseller ? 'reseller.make' : 'make')}
      sending={creating}
      isWhole={[name, ownerName, email].every((text) => text.trim() !== '')}
      draft={draft}
      onClose={onClose}
    >
      <TextInput {...field('name')} data-autofocus />
      <TextInput {...field('ownerName')} />
      <TextInput {...field('email')} type="email" />
      <Text size="xs" c="dimmed">
        {t(isReseller ? 'reseller.invited' : 'invited')}
      </Text>
      <Select
        label={t('form.country')}
        searchable
        limit={maxShown}
        allowDeselect={false}
        data={Object.entries(countries.data ?? {}).map(([value, label]) => ({ value, label }))}
        value={country}
        onChange={(value) => value && draft.change({ country: value })}
      />
      <TimeZoneSelect
        label={t('form.timeZone')}
        value={timeZone}
        onChange={(value) => draft.change({ timeZone: value })}
      />
      <NumberInput
        label={t('columns.licenses')}
        min={0}
        max={100_000_000}
        allowDecimal={false}
        value={licenses}
        onChange={(value) => draft.change({ licenses: typeof value === 'number' ? value : 0 })}
      />
    </FormDialog>
  )
}
