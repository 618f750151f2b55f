import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withProof } from '../../session/proof.ts'
import { rastro } from '../../session/session.ts'
import { Failure } from '../../ui/failure.tsx'
import type { Kind, MadeWay } from './kinds.ts'
import { kinds } from './kinds.ts'

export interface CreateWayProps {
  onMade: (made: MadeWay) => void
  onClose: () => void
}

export function CreateWay({ onMade, onClose }: CreateWayProps) {
  const { t } = useTranslation('ways-in')
  const [protocol, setProtocol] = useState<Kind>('owntracks')
  const [name, setName] = useState('')
  const creating = useMutation({
    mutationFn: () => withProof(() => rastro.post('/api/waysIn', { body: { protocol, name: name.trim() } })),
    onSuccess: (made) => {
      onMade(made)
      onClose()
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
          <Select
            label={t('kind')}
            allowDeselect={false}
            data={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}.name`) }))}
            value={protocol}
            onChange={(kind) => setProtocol(kind as Kind)}
          />
          <Text size="sm" c="dimmed">
            {t(`kinds.${protocol}.says`)}
          </Text>
          <TextInput
            label={t('name')}
            description={t('nameSays')}
            placeholder={t('nameExample')}
            required
            withAsterisk={false}
            maxLength={100}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
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
