import { Alert, SegmentedControl, Select, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Contact } from '@rastro/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Language } from '../session/preferences.ts'
import { getPreferences, languages } from '../session/preferences.ts'
import { rastro } from '../session/session.ts'
import { useMe } from '../session/use-me.ts'
import { useDraft } from './draft.ts'
import { faultAt } from './faults.ts'
import { FormDialog } from './form-dialog.tsx'
import { languageNames } from './language-names.ts'

export const contactsKey = ['contacts']

export interface ContactFormProps {
  /** Absent for a new one. */
  contact?: Contact
  onSaved?: (contact: Contact) => void
  onClose: () => void
}

const inputTypes: Record<Contact['channel'], 'email' | 'tel' | 'text'> = {
  email: 'email',
  sms: 'tel',
  whatsapp: 'tel',
  voice: 'tel',
  chat: 'text',
  push: 'text',
  telegram: 'text',
}

/** Those that are set up, and the one of the contact. */
function useOfferedChannels(current: Contact['channel']): Contact['channel'][] {
  const { data } = useQuery({
    queryKey: ['contactChannels'],
    queryFn: async () => (await rastro.get('/api/contactChannels')).channels.map(({ channel }) => channel),
  })
  // Registering a browser makes the contact of its user.
  const offered = (data ?? []).filter((one) => one !== 'push')
  return current === 'push' ? ['push'] : [...new Set([...offered, current])]
}

export function ContactForm({ contact, onSaved, onClose }: ContactFormProps) {
  const { t } = useTranslation('notifications')
  const queries = useQueryClient()
  const me = useMe()
  const draft = useDraft(`contact:${contact?.id ?? 'new'}`, {
    channel: contact?.channel ?? 'email',
    name: contact?.name ?? '',
    address: contact?.address ?? '',
    language: contact?.language ?? getPreferences().language,
  })
  const { channel, name, address, language } = draft.value
  const offered = useOfferedChannels(channel)
  // On Telegram the chat that opens the link is the address; a registered browser is that of its user.
  const hasAddress = channel !== 'telegram' && channel !== 'push'
  const isOtherAddress = contact?.verified === true && address.trim() !== contact.address

  const saving = useMutation({
    mutationFn: () => {
      const given = address.trim()
      // Of another channel, until its link is opened.
      const wanted = hasAddress || contact?.channel === channel ? given : 'telegram'
      const body = { channel, name: name.trim(), address: wanted, language }
      if (contact) {
        const path = { contactId: contact.id }
        return rastro.patch('/api/contacts/{contactId}', { path, body })
      }
      // Callers with a limited scope manage only contacts linked to their own user.
      const userId = me?.role === 'standard' ? me.id : null
      return rastro.post('/api/contacts', { body: { ...body, userId } })
    },
    onSuccess: async (saved) => {
      draft.saved()
      notifications.show({ message: t('ui:saved') })
      await queries.invalidateQueries({ queryKey: contactsKey })
      onSaved?.(saved)
      onClose()
    },
  })
  return (
    <FormDialog
      title={contact ? t('editTitle', { name: contact.name }) : t('create')}
      action={t('ui:save')}
      sending={saving}
      isWhole={name.trim() !== '' && (!hasAddress || address.trim() !== '')}
      fieldsWithFault={['name', 'address']}
      draft={draft}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={t('columns.channel')}
        value={channel}
        onChange={(value) => draft.change({ channel: value as Contact['channel'] })}
        data={offered.map((value) => ({ value, label: t(`channels.${value}`) }))}
      />
      <TextInput
        label={t('columns.name')}
        required
        withAsterisk={false}
        maxLength={200}
        data-autofocus
        value={name}
        onChange={(event) => draft.change({ name: event.currentTarget.value })}
        error={faultAt(saving.error, 'name')}
      />
      {hasAddress && (
        <TextInput
          label={t(`address.${channel}`)}
          placeholder={t(`example.${channel}`, { defaultValue: '' })}
          type={inputTypes[channel]}
          required
          withAsterisk={false}
          maxLength={channel === 'chat' ? 2_048 : 254}
          description={t(`addressHint.${channel}`, { defaultValue: '' })}
          value={address}
          onChange={(event) => draft.change({ address: event.currentTarget.value })}
          error={faultAt(saving.error, 'address')}
        />
      )}
      <Select
        label={t('columns.language')}
        description={t('languageHint')}
        allowDeselect={false}
        data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
        value={language}
        onChange={(value) => draft.change({ language: value as Language })}
      />
      {isOtherAddress && <Alert color="yellow">{t('verifyAgain')}</Alert>}
    </FormDialog>
  )
}
