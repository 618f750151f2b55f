import { Text } from '@mantine/core'
import type { Contact } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { contactsKey } from './use-contacts.ts'

export function DeleteContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { t } = useTranslation('notifications')
  const queries = useQueryClient()
  async function remove(): Promise<void> {
    await rastro.delete('/api/contacts/{contactId}', { path: { contactId: contact.id } })
    await queries.invalidateQueries({ queryKey: contactsKey })
  }
  return (
    <ConfirmDialog
      title={t('delete.title', { name: contact.name })}
      action={t('ui:delete')}
      onConfirm={remove}
      onClose={onClose}
    >
      <Text size="sm">{t('delete.hint', { address: contact.address })}</Text>
    </ConfirmDialog>
  )
}
