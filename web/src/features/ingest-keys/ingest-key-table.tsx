import { ActionIcon, Group, Text } from '@mantine/core'
import type { IngestKey } from '@rastro/client'
import { IconBraces, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import { DeleteIngestKey } from './delete-ingest-key.tsx'
import { EditMapping } from './edit-mapping.tsx'
import { isKind } from './kinds.ts'

const columns = ['name', 'kind', 'created', 'lastUsed'] as const

interface IngestKeyTableProps {
  keys: IngestKey[]
  onDeleted: (keyId: string) => void
}

export function IngestKeyTable({ keys, onDeleted }: IngestKeyTableProps) {
  const { t } = useTranslation('ingest-keys')
  const format = useFormat()
  const nowMs = useNow()
  const [deleting, setDeleting] = useState<IngestKey>()
  const [editing, setEditing] = useState<IngestKey>()
  const kindOf = (protocol: string) => (isKind(protocol) ? t(`kinds.${protocol}.name`) : protocol)
  return (
    <>
      <StackedTable
        label={t('title')}
        columns={columns.map((column) => t(`columns.${column}`))}
        end={t('columns.actions')}
      >
        {keys.map((key) => (
          <StackedRow key={key.id}>
            <Cell slot="first">
              <Text fw={600} size="sm">
                {key.name}
              </Text>
              {key.lastFault && (
                <Text size="xs" c="red">
                  {t('lastFault', {
                    age: format.age(key.lastFault.failedAt, nowMs),
                    why: key.lastFault.message,
                  })}
                </Text>
              )}
            </Cell>
            <Cell label={t('columns.kind')}>{kindOf(key.protocol)}</Cell>
            <Cell label={t('columns.created')}>{format.date(key.createdAt)}</Cell>
            <Cell label={t('columns.lastUsed')}>
              {key.lastUsedAt ? format.age(key.lastUsedAt, nowMs) : t('ui:never')}
            </Cell>
            <Cell slot="end">
              <Group gap="xs" wrap="nowrap" justify="flex-end">
                {key.mapping && (
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('mapping.editOf', { name: key.name })}
                    onClick={() => setEditing(key)}
                  >
                    <IconBraces size={18} />
                  </ActionIcon>
                )}
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={t('delete.of', { name: key.name })}
                  onClick={() => setDeleting(key)}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              </Group>
            </Cell>
          </StackedRow>
        ))}
      </StackedTable>
      {editing && <EditMapping ingestKey={editing} onClose={() => setEditing(undefined)} />}
      {deleting && (
        <DeleteIngestKey ingestKey={deleting} onDeleted={onDeleted} onClose={() => setDeleting(undefined)} />
      )}
    </>
  )
}
