import { Select, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { CreatedIngestKey, Kind } from './kinds.ts'
import { kinds } from './kinds.ts'
import { firstRows, toMapping } from './mapping-draft.ts'
import { MappingEditor } from './mapping-editor.tsx'

export interface CreateIngestKeyProps {
  onMade: (made: CreatedIngestKey) => void
  onClose: () => void
}

export function CreateIngestKey({ onMade, onClose }: CreateIngestKeyProps) {
  const { t } = useTranslation('ingest-keys')
  const [protocol, setProtocol] = useState<Kind>('owntracks')
  const [name, setName] = useState('')
  const [rows, setRows] = useState(firstRows)
  const isMapping = protocol === 'mapping'
  const mapping = toMapping(rows)
  const creating = useMutation({
    mutationFn: () =>
      withRecentSignIn(() =>
        rastro.post('/api/ingestKeys', {
          body: { protocol, name: name.trim(), ...(isMapping && { mapping }) },
        }),
      ),
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
      isWhole={name.trim() !== '' && (!isMapping || mapping.identifier !== undefined)}
      size={isMapping ? 'lg' : 'md'}
      onClose={onClose}
    >
      <Select
        label={t('kind')}
        allowDeselect={false}
        data={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}.name`) }))}
        value={protocol}
        onChange={(kind) => setProtocol(kind as Kind)}
      />
      <Text size="sm" c="dimmed">
        {t(`kinds.${protocol}.hint`)}
      </Text>
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
      {isMapping && <MappingEditor rows={rows} onChange={setRows} />}
    </FormDialog>
  )
}
