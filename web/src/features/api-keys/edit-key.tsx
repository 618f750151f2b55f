import type { ApiKey } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { bodyOf, draftOf, isWhole } from './key-draft.ts'
import { fieldsWithFault, KeyFields } from './key-fields.tsx'
import { apiKeysKey } from './use-api-keys.ts'

export function EditKey({ of: key, onClose }: { of: ApiKey; onClose: () => void }) {
  const { t } = useTranslation('api-keys')
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(key))
  const saving = useMutation({
    mutationFn: () =>
      withRecentSignIn(() =>
        rastro.patch('/api/apiKeys/{keyId}', { path: { keyId: key.id }, body: changesOf(key, draft) }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: apiKeysKey })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('edit.title', { name: key.name })}
      action={t('ui:save')}
      size="lg"
      sending={saving}
      isWhole={isWhole(draft)}
      fieldsWithFault={fieldsWithFault}
      onClose={onClose}
    >
      <KeyFields
        draft={draft}
        change={(part) => setDraft((before) => ({ ...before, ...part }))}
        error={saving.error}
      />
    </FormDialog>
  )
}

/** An unchanged end is not sent: the account may allow less by now. */
function changesOf(key: ApiKey, draft: ReturnType<typeof draftOf>) {
  const { expiresAt, ...rest } = bodyOf(draft)
  return expiresAt === undefined || expiresAt === key.expiresAt ? rest : { ...rest, expiresAt }
}
