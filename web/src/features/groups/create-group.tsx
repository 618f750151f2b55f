import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useDraft } from '../../ui/draft.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { groupsKey } from './use-groups.ts'

export function CreateGroup({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('groups')
  const go = useNavigate()
  const queries = useQueryClient()
  const draft = useDraft('group:new', { name: '', description: '' })
  const { name, description } = draft.value
  const creating = useMutation({
    mutationFn: () =>
      rastro.post('/api/groups', {
        body: { name: name.trim(), description: description.trim() || null, devices: [] },
      }),
    onSuccess: async ({ id }) => {
      draft.saved()
      await queries.invalidateQueries({ queryKey: groupsKey })
      await go({ to: '/settings/groups/$groupId', params: { groupId: id } })
    },
  })
  return (
    <FormDialog
      title={t('create')}
      action={t('make')}
      sending={creating}
      isWhole={name.trim() !== ''}
      draft={draft}
      onClose={onClose}
    >
      <TextInput
        label={t('columns.name')}
        required
        withAsterisk={false}
        maxLength={200}
        data-autofocus
        value={name}
        onChange={(event) => draft.change({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('columns.description')}
        maxLength={2_000}
        value={description}
        onChange={(event) => draft.change({ description: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
