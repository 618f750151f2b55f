// The calibration table: what the sensor reports at how many litres.

import { ActionIcon, Button, Group, NumberInput, Stack, Table, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SensorForm, Typed } from './sensor-draft.ts'

const maxPairs = 100
const toTyped = (value: number | string): Typed => (value === '' ? '' : Number(value))

interface CalibrationInputProps {
  pairs: SensorForm['pairs']
  error: string | undefined
  onChange(pairs: SensorForm['pairs']): void
}

export function CalibrationInput({ pairs, error, onChange }: CalibrationInputProps) {
  const { t } = useTranslation('fuel')
  const set = (at: number, column: 0 | 1, value: Typed) =>
    onChange(
      pairs.map((pair, index) => {
        if (index !== at) return pair
        return column === 0 ? [value, pair[1]] : [pair[0], value]
      }),
    )
  return (
    <Stack gap="xs">
      <Table aria-label={t('table')} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('raw')}</Table.Th>
            <Table.Th scope="col">{t('litres')}</Table.Th>
            <Table.Th scope="col" aria-label={t('ui:delete')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {pairs.map(([raw, litres], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place.
            <Table.Tr key={index}>
              <Table.Td>
                <NumberInput
                  aria-label={t('rawOf', { row: index + 1 })}
                  hideControls
                  value={raw}
                  onChange={(value) => set(index, 0, toTyped(value))}
                />
              </Table.Td>
              <Table.Td>
                <NumberInput
                  aria-label={t('litresOf', { row: index + 1 })}
                  hideControls
                  min={0}
                  value={litres}
                  onChange={(value) => set(index, 1, toTyped(value))}
                />
              </Table.Td>
              <Table.Td w={40}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('deleteRow', { row: index + 1 })}
                  disabled={pairs.length <= 2}
                  onClick={() => onChange(pairs.filter((_, at) => at !== index))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          disabled={pairs.length >= maxPairs}
          onClick={() => onChange([...pairs, ['', '']])}
        >
          {t('addRow')}
        </Button>
      </Group>
    </Stack>
  )
}
