import { Text } from '@mantine/core'
import type { IngestKey } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withProof } from '../../session/proof.ts'
import { rastro } from '../../session/session.ts'
import { DangerDialog } from '../../ui/danger-dialog.tsx'
import { useFormat } from '../../ui/use-format.ts'

export function DeleteWay({ way, onClose }: { way: IngestKey; onClose: () => void }) {
  const { t } = useTranslation('ingest-keys')
  const format = useFormat()
  const queries = useQueryClient()
  async function remove(): Promise<void> {
    await withProof(() => rastro.delete('/api/ingestKeys/{ingestKeyId}', { path: { ingestKeyId: way.id } }))
    await queries.invalidateQueries({ queryKey: ['ingest-keys'] })
  }
  return (
    <DangerDialog
      title={t('delete.title', { name: way.name })}
      action={t('ui:delete')}
      word={way.name}
      onConfirm={remove}
      onClose={onClose}
    >
      <Text size="sm">{t('delete.says')}</Text>
      <Text size="sm">
        {way.lastUsed ? t('delete.used', { age: format.age(way.lastUsed) }) : t('delete.unused')}
      </Text>
    </DangerDialog>
  )
}
