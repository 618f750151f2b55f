// The contacts of the rule. They are created and verified here too, so that nobody has to leave the rule.

import { Alert, Button, Group, MultiSelect } from '@mantine/core'
import type { Contact } from '@rastro/client'
import { IconMailExclamation, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactForm } from '../../ui/contact-form.tsx'
import { VerifyContact } from '../../ui/verify-contact.tsx'
import type { FaultAt } from './draft.ts'

interface ContactFieldsProps {
  chosen: string[]
  contacts: Contact[]
  faultAt: FaultAt
  onChange(contacts: string[]): void
}

export function ContactFields({ chosen, contacts, faultAt, onChange }: ContactFieldsProps) {
  const { t } = useTranslation('rules')
  const [isCreating, setIsCreating] = useState(false)
  const [verifying, setVerifying] = useState<Contact>()
  const unverified = contacts.filter(({ id, verified }) => !verified && chosen.includes(id))
  const known = contacts.map(({ id, name, channel, address, verified }) => ({
    value: id,
    label: `${name} · ${t(`alerts:channels.${channel}`)} · ${address}${verified ? '' : ` · ${t('contacts.unverified')}`}`,
  }))
  const unknownIds = chosen.filter((id) => !contacts.some((one) => one.id === id))
  return (
    <>
      <MultiSelect
        label={t('contacts.label')}
        description={t('contacts.hint')}
        placeholder={chosen.length === 0 ? t('contacts.choose') : ''}
        searchable
        maxValues={100}
        error={faultAt('contacts')}
        nothingFoundMessage={t(contacts.length === 0 ? 'contacts.none' : 'contacts.nothing')}
        data={[...known, ...unknownIds.map((id) => ({ value: id, label: id }))]}
        value={chosen}
        onChange={onChange}
      />
      <Group>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={15} />}
          onClick={() => setIsCreating(true)}
        >
          {t('contacts.create')}
        </Button>
      </Group>
      {unverified.length > 0 && (
        <Alert color="yellow" icon={<IconMailExclamation size={18} />} p="xs">
          {t('contacts.warning', {
            count: unverified.length,
            names: unverified.map(({ name }) => name).join(', '),
          })}
          <Group gap="xs" mt={6}>
            {unverified.map((contact) => (
              <Button
                key={contact.id}
                size="compact-sm"
                variant="default"
                onClick={() => setVerifying(contact)}
              >
                {t('notifications:verify.of', { name: contact.name })}
              </Button>
            ))}
          </Group>
        </Alert>
      )}
      {isCreating && (
        <ContactForm
          onSaved={(contact) => {
            onChange([...chosen, contact.id])
            setVerifying(contact)
          }}
          onClose={() => setIsCreating(false)}
        />
      )}
      {verifying && <VerifyContact contact={verifying} onClose={() => setVerifying(undefined)} />}
    </>
  )
}
