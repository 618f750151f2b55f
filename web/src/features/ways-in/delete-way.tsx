import { Text } from '@mantine/core'
import type { WayIn } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withProof } from '../../session/proof.ts'
import { rastro } from '../../session/session.ts'
import { DangerDialog } from '../../ui/danger-dialog.tsx'
import { useFormat } from '../../ui/use-format.ts'

export function DeleteWay({ way, onClose }: { way: WayIn; onClose: () => void }) {
  const { t } = useTranslation('ways-in')
  const format = useFormat()
  const queries = useQueryClient()
  async function remove(): Promise<void> {
    await withProof(() => rastro.delete('/api/waysIn/{wayInId}', { path: { wayInId: way.id } }))
    await queries.invalidateQueries({ queryKey: ['ways-in'] })
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
