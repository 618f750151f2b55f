import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withProof } from '../../session/proof.ts'
import { rastro } from '../../session/session.ts'
import { useMe } from '../../session/use-me.ts'
import { sentenceOf } from '../../ui/failure.tsx'
import type { MadeKey } from './use-api-keys.ts'

export interface CreateKeyProps {
  onMade: (made: MadeKey) => void
  onClose: () => void
}

export function CreateKey({ onMade, onClose }: CreateKeyProps) {
  const { t } = useTranslation('api-keys')
  const me = useMe()
  const [name, setName] = useState('')
  const creating = useMutation({
    mutationFn: () => withProof(() => rastro.post('/api/apiKeys', { body: { name: name.trim() } })),
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
            error={creating.error && <span role="alert">{sentenceOf(creating.error, t)}</span>}
          />
          <Text size="sm" c="dimmed">
            {t('actsAs', { userName: me?.userName ?? '' })}
          </Text>
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
