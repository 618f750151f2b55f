// Each column of the file with its first value, and the field it becomes.

import { Alert, NativeSelect, ScrollArea, Table, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { CsvTable } from '../../../ui/csv-table.ts'
import type { Target } from './mapping.ts'
import { importFields } from './mapping.ts'

interface MappingTableProps {
  table: CsvTable
  mapping: Target[]
  onChange(mapping: Target[]): void
}

export function MappingTable({ table, mapping, onChange }: MappingTableProps) {
  const { t } = useTranslation('devices')
  const unknown = table.header.filter((_, index) => mapping[index] === undefined)
  const first = table.rows.find((row) => row !== undefined) ?? []
  return (
    <>
      {unknown.length > 0 && (
        <Alert color="yellow" role="status" title={t('import.unknown', { count: unknown.length })}>
          {unknown.join(', ')}
        </Alert>
      )}
      <ScrollArea.Autosize mah={260}>
        <Table aria-label={t('import.mapping')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('import.column')}</Table.Th>
              <Table.Th scope="col">{t('import.firstValue')}</Table.Th>
              <Table.Th scope="col">{t('import.field')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {table.header.map((heading, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file may have two columns of one name.
              <Table.Tr key={index}>
                <Table.Td>{heading}</Table.Td>
                <Table.Td>
                  <Text size="sm" c="dimmed" truncate maw={180}>
                    {first[index]}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <NativeSelect
                    aria-label={t('import.fieldOf', { column: heading })}
                    value={mapping[index] ?? ''}
                    data={choicesOf(heading, t)}
                    onChange={({ currentTarget }) =>
                      onChange(mapping.with(index, (currentTarget.value || undefined) as Target))
                    }
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </>
  )
}

function choicesOf(heading: string, t: TFunction<'devices'>) {
  const tag = heading.startsWith('tag.') ? heading : `tag.${heading.slice(0, 64)}`
  return [
    { value: '', label: t('import.ignore') },
    ...importFields.map((value) => ({ value, label: t(`import.fields.${value}`) })),
    ...(tag.length > 4 ? [{ value: tag, label: t('import.asTag', { name: tag.slice(4) }) }] : []),
  ]
}
