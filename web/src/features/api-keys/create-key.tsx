import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { useMe } from '../../session/use-me.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { bodyOf, isWhole, newKeyDraft } from './key-draft.ts'
import { fieldsWithFault, KeyFields } from './key-fields.tsx'
import type { CreatedKey } from './use-api-keys.ts'

export interface CreateKeyProps {
  onMade: (made: CreatedKey) => void
  onClose: () => void
}

export function CreateKey({ onMade, onClose }: CreateKeyProps) {
  const { t } = useTranslation('api-keys')
  const me = useMe()
  const [draft, setDraft] = useState(newKeyDraft)
  const creating = useMutation({
    mutationFn: () => withRecentSignIn(() => rastro.post('/api/apiKeys', { body: bodyOf(draft) })),
    onSuccess: (made) => {
      onMade(made)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('create')}
      action={t('make')}
      size="lg"
      sending={creating}
      isWhole={isWhole(draft)}
      fieldsWithFault={fieldsWithFault}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('actsAs', { userName: me?.userName ?? '' })}
      </Text>
      <KeyFields
        draft={draft}
        change={(part) => setDraft((before) => ({ ...before, ...part }))}
        error={creating.error}
      />
    </FormDialog>
  )
}
