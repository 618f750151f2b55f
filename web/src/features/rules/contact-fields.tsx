import { Alert, MultiSelect, Text } from '@mantine/core'
import type { Contact } from '@rastro/client'
import { IconMailExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AnchorLink } from '../../ui/links.tsx'
import type { FaultAt } from './draft.ts'

interface ContactFieldsProps {
  chosen: string[]
  contacts: Contact[]
  faultAt: FaultAt
  onChange(contacts: string[]): void
}

export function ContactFields({ chosen, contacts, faultAt, onChange }: ContactFieldsProps) {
  const { t } = useTranslation('rules')
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
        nothingFoundMessage={t('contacts.nothing')}
        data={[...known, ...unknownIds.map((id) => ({ value: id, label: id }))]}
        value={chosen}
        onChange={onChange}
      />
      {contacts.length === 0 && (
        <Text size="sm">
          {t('contacts.none')}{' '}
          <AnchorLink to="/settings/contacts" inherit>
            {t('contacts.toContacts')}
          </AnchorLink>
        </Text>
      )}
      {unverified.length > 0 && (
        <Alert color="yellow" icon={<IconMailExclamation size={18} />} p="xs">
          {t('contacts.warning', {
            count: unverified.length,
            names: unverified.map(({ name }) => name).join(', '),
          })}{' '}
          <AnchorLink to="/settings/contacts" inherit>
            {t('contacts.toContacts')}
          </AnchorLink>
        </Alert>
      )}
    </>
  )
}
