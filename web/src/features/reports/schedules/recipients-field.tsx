// The contacts that get the report by e-mail. They are created and verified here too.

import { Button, Group, MultiSelect } from '@mantine/core'
import type { Contact } from '@rastro/client'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { useMay } from '../../../session/use-me.ts'
import { ContactForm, contactsKey } from '../../../ui/contact-form.tsx'
import { VerifyContact } from '../../../ui/verify-contact.tsx'

const maxOptions = 1_000
const maxRecipients = 20
const staleTime = 60_000

interface RecipientsFieldProps {
  /** Ids of contacts. */
  chosen: string[]
  fault: string | undefined
  onChange(chosen: string[]): void
}

export function RecipientsField({ chosen, fault, onChange }: RecipientsFieldProps) {
  const { t } = useTranslation('report-schedules')
  const mayCreate = useMay()('alerts.manage')
  const [isCreating, setCreating] = useState(false)
  const [verifying, setVerifying] = useState<Contact>()
  const { data } = useQuery({
    queryKey: [...contactsKey, 'all'],
    queryFn: () => rastro.get('/api/contacts', { query: { limit: maxOptions } }),
    staleTime,
  })
  const contacts = data?.contacts ?? []
  const options = contacts
    .filter(({ id, channel, verified }) => (channel === 'email' && verified) || chosen.includes(id))
    .map(({ id, name, address, verified }) => ({
      value: id,
      label: `${name} · ${address}${verified ? '' : ` · ${t('fields.unverified')}`}`,
    }))
  const unknown = chosen.filter((id) => !contacts.some((contact) => contact.id === id))
  return (
    <div>
      <MultiSelect
        label={t('fields.recipients')}
        description={t('fields.recipientsHint')}
        placeholder={chosen.length === 0 ? t('fields.chooseRecipients') : ''}
        searchable
        maxValues={maxRecipients}
        nothingFoundMessage={t(options.length === 0 ? 'fields.noContacts' : 'fields.noMatch')}
        data={[...options, ...unknown.map((id) => ({ value: id, label: id }))]}
        value={chosen}
        onChange={onChange}
        error={fault}
      />
      {mayCreate && (
        <Group mt={4}>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={15} />}
            onClick={() => setCreating(true)}
          >
            {t('fields.newContact')}
          </Button>
        </Group>
      )}
      {isCreating && <ContactForm onSaved={setVerifying} onClose={() => setCreating(false)} />}
      {verifying && <VerifyContact contact={verifying} onClose={() => setVerifying(undefined)} />}
    </div>
  )
}
