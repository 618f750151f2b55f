import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { Failure } from '../../ui/failure.tsx'
import { groupsKey } from './use-groups.ts'

export function CreateGroup({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('groups')
  const go = useNavigate()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const creating = useMutation({
    mutationFn: () =>
      rastro.post('/api/groups', {
        body: { name: name.trim(), description: description.trim() || null, devices: [] },
      }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: groupsKey })
      await go({ to: '/settings/groups/$groupId', params: { groupId: id } })
    },
  })
  function create(event: FormEvent): void {
    event.preventDefault()
    creating.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t('create')} closeButtonProps={{ 'aria-label': t('ui:close') }}>
      <form onSubmit={create}>
        <Stack>
          <TextInput
            label={t('columns.name')}
            required
            withAsterisk={false}
            maxLength={200}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={t('columns.description')}
            maxLength={2_000}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          {creating.error && <Failure error={creating.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('ui:cancel')}
            </Button>
            <Button type="submit" loading={creating.isPending} disabled={name.trim() === ''}>
              {t('make')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
