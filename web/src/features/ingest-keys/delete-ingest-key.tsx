import { Text } from '@mantine/core'
import type { IngestKey } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { DangerDialog } from '../../ui/danger-dialog.tsx'
import { useFormat } from '../../ui/use-format.ts'

interface DeleteIngestKeyProps {
  ingestKey: IngestKey
  onDeleted: (keyId: string) => void
  onClose: () => void
}

export function DeleteIngestKey({ ingestKey, onDeleted, onClose }: DeleteIngestKeyProps) {
  const { t } = useTranslation('ingest-keys')
  const format = useFormat()
  const queries = useQueryClient()
  async function remove(): Promise<void> {
    await withRecentSignIn(() =>
      rastro.delete('/api/ingestKeys/{ingestKeyId}', { path: { ingestKeyId: ingestKey.id } }),
    )
    onDeleted(ingestKey.id)
    await queries.invalidateQueries({ queryKey: ['ingest-keys'] })
  }
  return (
    <DangerDialog
      title={t('delete.title', { name: ingestKey.name })}
      action={t('ui:delete')}
      word={ingestKey.name}
      onConfirm={remove}
      onClose={onClose}
    >
      <Text size="sm">{t('delete.hint')}</Text>
      <Text size="sm">
        {ingestKey.lastUsedAt
          ? t('delete.used', { age: format.age(ingestKey.lastUsedAt) })
          : t('delete.unused')}
      </Text>
    </DangerDialog>
  )
}
