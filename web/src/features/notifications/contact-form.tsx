import { Alert, Button, Group, Modal, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Contact } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../session/preferences.ts'
import { getPreferences, languages } from '../../session/preferences.ts'
import { rastro } from '../../session/session.ts'
import { useMe } from '../../session/use-me.ts'
import { Failure } from '../../ui/failure.tsx'
import { faultAt, isElsewhere } from '../../ui/faults.ts'
import { languageNames } from '../../ui/language-names.ts'
import { contactsKey } from './use-contacts.ts'

export interface ContactFormProps {
  /** Absent: a new one. */
  contact?: Contact
  onSaved?: (contact: Contact) => void
  onClose: () => void
}

export function ContactForm({ contact, onSaved, onClose }: ContactFormProps) {
  const { t } = useTranslation('notifications')
  const queries = useQueryClient()
  const me = useMe()
  const [channel, setChannel] = useState(contact?.channel ?? 'email')
  const [name, setName] = useState(contact?.name ?? '')
  const [address, setAddress] = useState(contact?.address ?? '')
  const [language, setLanguage] = useState<Language>(contact?.language ?? getPreferences().language)
  const isOtherAddress = contact?.verified === true && address.trim() !== contact.address

  const saving = useMutation({
    mutationFn: () => {
      const body = { channel, name: name.trim(), address: address.trim(), language }
      if (contact) {
        const path = { contactId: contact.id }
        return rastro.patch('/api/contacts/{contactId}', { path, body })
      }
      // Who does not see the whole account manages only those contacts that are himself.
      const user = me?.role === 'standard' ? me.id : null
      return rastro.post('/api/contacts', { body: { ...body, user } })
    },
    onSuccess: async (saved) => {
      notifications.show({ message: t('ui:saved') })
      await queries.invalidateQueries({ queryKey: contactsKey })
      onSaved?.(saved)
      onClose()
    },
  })
  function save(event: FormEvent): void {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={contact ? t('editTitle', { name: contact.name }) : t('create')}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <form onSubmit={save}>
        <Stack>
          <SegmentedControl
            aria-label={t('columns.channel')}
            value={channel}
            onChange={(value) => setChannel(value as Contact['channel'])}
            data={[
              { value: 'email', label: t('channels.email') },
              { value: 'sms', label: t('channels.sms') },
            ]}
          />
          <TextInput
            label={t('columns.name')}
            required
            withAsterisk={false}
            maxLength={200}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={faultAt(saving.error, 'name')}
          />
          <TextInput
            label={t(`address.${channel}`)}
            placeholder={t(`example.${channel}`)}
            type={channel === 'sms' ? 'tel' : 'email'}
            required
            withAsterisk={false}
            maxLength={254}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            error={faultAt(saving.error, 'address')}
          />
          <Select
            label={t('columns.language')}
            description={t('languageSays')}
            allowDeselect={false}
            data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
            value={language}
            onChange={(value) => setLanguage(value as Language)}
          />
          {isOtherAddress && <Alert color="yellow">{t('verifyAnew')}</Alert>}
          {isElsewhere(saving.error, ['name', 'address']) && <Failure error={saving.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('ui:cancel')}
            </Button>
            <Button
              type="submit"
              loading={saving.isPending}
              disabled={name.trim() === '' || address.trim() === ''}
            >
              {t('ui:save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
