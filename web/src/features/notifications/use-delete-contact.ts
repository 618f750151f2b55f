import type { Contact } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contactsKey } from '../../ui/contact-form.tsx'
import { useDeleteWithUndo } from '../../ui/delete-with-undo.tsx'

/** Without a question: a toast offers to undo it. */
export function useDeleteContact(): (contact: Contact) => void {
  const queries = useQueryClient()
  const { t } = useTranslation('ui')
  const remove = useDeleteWithUndo()
  return ({ id, name }) =>
    remove({
      ids: [id],
      message: t('undo.deleted', { name }),
      send: (client) => client.delete('/api/contacts/{contactId}', { path: { contactId: id } }),
      refetch: () => queries.invalidateQueries({ queryKey: contactsKey }),
    })
}
