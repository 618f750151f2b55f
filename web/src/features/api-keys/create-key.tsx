import { Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { useMe } from '../../session/use-me.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { CreatedKey } from './use-api-keys.ts'

export interface CreateKeyProps {
  onMade: (made: CreatedKey) => void
  onClose: () => void
}

export function CreateKey({ onMade, onClose }: CreateKeyProps) {
  const { t } = useTranslation('api-keys')
  const me = useMe()
  const [name, setName] = useState('')
  const creating = useMutation({
    mutationFn: () => withRecentSignIn(() => rastro.post('/api/apiKeys', { body: { name: name.trim() } })),
    onSuccess: (made) => {
      onMade(made)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('create')}
      action={t('make')}
      sending={creating}
      isWhole={name.trim() !== ''}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        placeholder={t('nameExample')}
        required
        withAsterisk={false}
        maxLength={100}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {t('actsAs', { userName: me?.userName ?? '' })}
      </Text>
    </FormDialog>
  )
}
