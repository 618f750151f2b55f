import type { IngestKey } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { firstRows, toMapping, toRows } from './mapping-draft.ts'
import { MappingEditor } from './mapping-editor.tsx'

export function EditMapping({ ingestKey, onClose }: { ingestKey: IngestKey; onClose: () => void }) {
  const { t } = useTranslation('ingest-keys')
  const queries = useQueryClient()
  const [rows, setRows] = useState(ingestKey.mapping ? toRows(ingestKey.mapping) : firstRows)
  const mapping = toMapping(rows)
  const saving = useMutation({
    mutationFn: () =>
      rastro.put('/api/ingestKeys/{ingestKeyId}/mapping', {
        path: { ingestKeyId: ingestKey.id },
        body: mapping,
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['ingest-keys'] })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('mapping.edit', { name: ingestKey.name })}
      action={t('ui:save')}
      sending={saving}
      isWhole={mapping.identifier !== undefined}
      size="lg"
      onClose={onClose}
    >
      <MappingEditor rows={rows} onChange={setRows} />
    </FormDialog>
  )
}
