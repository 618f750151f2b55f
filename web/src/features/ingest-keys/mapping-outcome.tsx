import { Alert, List, Paper, Stack, Table, Text } from '@mantine/core'
import type { MappingTest } from '@rastro/client'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { placesOf } from './found-places.ts'
import { useFaultText } from './use-fault-text.ts'

/** The map library is large. */
const FoundMap = lazy(async () => ({ default: (await import('./found-map.tsx')).FoundMap }))

interface MappingOutcomeProps {
  test: MappingTest
  labelOf: (field: string) => string | undefined
}

/** What the mapping made of the payload. */
export function MappingOutcome({ test, labelOf }: MappingOutcomeProps) {
  const { t } = useTranslation('ingest-keys')
  const faultText = useFaultText()
  const { locations, faults } = test
  const places = useMemo(() => placesOf(locations), [locations])
  return (
    <Stack gap="sm" role="status" aria-label={t('mapping.outcome')}>
      {faults.length > 0 && (
        <Alert color="red" title={t('mapping.faults', { count: faults.length })}>
          <List size="sm">
            {faults.map((fault) => (
              <List.Item key={`${fault.item} ${fault.field}`}>
                {faultText(fault, labelOf(fault.field) ?? fault.field)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {places.length > 0 && (
        <Suspense>
          <FoundMap places={places} />
        </Suspense>
      )}
      {locations.map(({ identifier, isKnown, location }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same device can have several locations
        <Paper key={index} withBorder p="sm">
          <Text fw={600} size="sm">
            {identifier}
          </Text>
          <Text size="xs" c={isKnown ? 'dimmed' : 'orange'}>
            {isKnown ? t('mapping.known') : t('mapping.unknown')}
          </Text>
          <Table aria-label={identifier} verticalSpacing={2}>
            <Table.Tbody>
              {valuesOf(location).map(([field, value]) => (
                <Table.Tr key={field}>
                  <Table.Th scope="row" fw={400}>
                    {labelOf(field) ?? field}
                  </Table.Th>
                  <Table.Td>{String(value)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      ))}
    </Stack>
  )
}

function valuesOf({ attributes, ...fields }: Record<string, unknown>): [field: string, value: unknown][] {
  const own = Object.entries((attributes ?? {}) as Record<string, unknown>)
  return [
    ...Object.entries(fields),
    ...own.map(([name, value]): [string, unknown] => [`attributes.${name}`, value]),
  ]
}
