import { ActionIcon, Text } from '@mantine/core'
import type { IngestKey } from '@rastro/client'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import { DeleteWay } from './delete-way.tsx'
import { isKind } from './kinds.ts'

const columns = ['name', 'kind', 'created', 'lastUsed'] as const

export function WayTable({ ways }: { ways: IngestKey[] }) {
  const { t } = useTranslation('ingest-keys')
  const format = useFormat()
  const nowMs = useNow()
  const [deleting, setDeleting] = useState<IngestKey>()
  const kindOf = (protocol: string) => (isKind(protocol) ? t(`kinds.${protocol}.name`) : protocol)
  return (
    <>
      <StackedTable
        label={t('title')}
        columns={columns.map((column) => t(`columns.${column}`))}
        end={t('columns.actions')}
      >
        {ways.map((way) => (
          <StackedRow key={way.id}>
            <Cell place="first">
              <Text fw={600} size="sm">
                {way.name}
              </Text>
            </Cell>
            <Cell label={t('columns.kind')}>{kindOf(way.protocol)}</Cell>
            <Cell label={t('columns.created')}>{format.date(way.created)}</Cell>
            <Cell label={t('columns.lastUsed')}>
              {way.lastUsed ? format.age(way.lastUsed, nowMs) : t('ui:never')}
            </Cell>
            <Cell place="end">
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={t('delete.of', { name: way.name })}
                onClick={() => setDeleting(way)}
              >
                <IconTrash size={18} />
              </ActionIcon>
            </Cell>
          </StackedRow>
        ))}
      </StackedTable>
      {deleting && <DeleteWay way={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}
