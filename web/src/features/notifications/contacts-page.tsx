import { Button, Loader } from '@mantine/core'
import type { Contact } from '@rastro/client'
import { IconAddressBook, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-me.ts'
import { ContactForm } from '../../ui/contact-form.tsx'
import { useDeletedIds } from '../../ui/delete-with-undo.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { VerifyContact } from '../../ui/verify-contact.tsx'
import { ContactTable } from './contact-table.tsx'
import { useContacts } from './use-contacts.ts'

const route = getRouteApi('/shell/settings/contacts')

export function ContactsPage() {
  const { t } = useTranslation('notifications')
  const { q } = route.useSearch()
  const go = route.useNavigate()
  const mayManage = useMay()('alerts.manage')
  const pages = useContacts(q)
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<Contact>()
  const deleted = useDeletedIds()
  const contacts = pages.data?.pages.flatMap((page) => page.contacts).filter(({ id }) => !deleted.has(id))
  const create = mayManage && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
      {t('create')}
    </Button>
  )
  return (
    <Page title={t('title')} subtitle={t('hint')} actions={create}>
      {(q !== undefined || (contacts && contacts.length > 0)) && (
        <SearchInput
          label={t('search')}
          value={q}
          onChange={(search) => {
            inBackground(go({ search: search ? { q: search } : {}, replace: true }))
          }}
        />
      )}
      {pages.error && !contacts && (
        <Failure
          error={pages.error}
          onRetry={() => {
            inBackground(pages.refetch())
          }}
        />
      )}
      {pages.isPending && <Loader aria-label={t('ui:loading')} />}
      {contacts?.length === 0 && (
        <Empty
          icon={<IconAddressBook size={32} stroke={1.3} />}
          title={t(q ? 'nothing' : 'empty')}
          description={t(q ? 'nothingHint' : mayManage ? 'emptyHint' : 'emptyHintOnly')}
        />
      )}
      {contacts && contacts.length > 0 && <ContactTable contacts={contacts} mayManage={mayManage} />}
      <MoreButton of={pages} />
      {isCreating && <ContactForm onSaved={setCreated} onClose={() => setIsCreating(false)} />}
      {created && <VerifyContact contact={created} onClose={() => setCreated(undefined)} />}
    </Page>
  )
}
