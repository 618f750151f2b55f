import { Button, Group as Row, Stack, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Group } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useDraft } from '../../ui/draft.ts'
import { DraftGuard } from '../../ui/draft-guard.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Section } from '../../ui/section.tsx'
import { groupsKey } from './use-groups.ts'

export function GroupForm({ group }: { group: Group }) {
  const { t } = useTranslation('groups')
  const queries = useQueryClient()
  const draft = useDraft(`group:${group.id}`, { name: group.name, description: group.description ?? '' })
  const { name, description } = draft.value
  const isChanged = name.trim() !== group.name || description.trim() !== (group.description ?? '')
  const saving = useMutation({
    mutationFn: () =>
      rastro.patch('/api/groups/{groupId}', {
        path: { groupId: group.id },
        body: { name: name.trim(), description: description.trim() || null },
      }),
    onSuccess: async () => {
      draft.saved()
      notifications.show({ message: t('ui:saved') })
      await queries.invalidateQueries({ queryKey: groupsKey })
    },
  })
  function save(event: FormEvent): void {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Section title={t('about')}>
      <form onSubmit={save}>
        <Stack>
          <DraftGuard draft={draft} />
          <TextInput
            label={t('columns.name')}
            required
            withAsterisk={false}
            maxLength={200}
            value={name}
            onChange={(event) => draft.change({ name: event.currentTarget.value })}
          />
          <Textarea
            label={t('columns.description')}
            maxLength={2_000}
            autosize
            minRows={1}
            value={description}
            onChange={(event) => draft.change({ description: event.currentTarget.value })}
          />
          {saving.error && <Failure error={saving.error} />}
          <Row>
            <Button type="submit" loading={saving.isPending} disabled={!isChanged || name.trim() === ''}>
              {t('ui:save')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Section>
  )
}
