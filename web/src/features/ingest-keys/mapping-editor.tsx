// The expressions of a mapping, and a test bench: paste what the sender posts, and see the locations.

import { ActionIcon, Autocomplete, Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import type { Mapping } from '@rastro/client'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useWebConfig } from '../../session/use-web-config.ts'
import { Failure } from '../../ui/failure.tsx'
import type { MappingRow } from './mapping-draft.ts'
import { isField, mappingFields, rowFor, toMapping, toRows } from './mapping-draft.ts'
import { MappingOutcome } from './mapping-outcome.tsx'

interface MappingEditorProps {
  rows: MappingRow[]
  onChange: (rows: MappingRow[]) => void
}

export function MappingEditor({ rows, onChange }: MappingEditorProps) {
  const { t } = useTranslation('ingest-keys')
  const takesMqtt = useWebConfig()?.takesMqtt === true
  const [payload, setPayload] = useState('')
  const [topic, setTopic] = useState('')
  const [added, setAdded] = useState('')
  const templates = useQuery({
    queryKey: ['mapping-templates'],
    queryFn: async () => (await rastro.get('/api/mappings/templates')).templates,
  })
  const testing = useMutation({
    mutationFn: async (mapping: Mapping) =>
      (
        await rastro.post('/api/mappings/test', {
          body: { mapping, payload, ...(topic !== '' && { topic }) },
        })
      ).test,
  })
  const faultOf = (name: string) => testing.data?.faults.find(({ field }) => field === name)?.message
  const labelOf = (field: string) => {
    if (field === 'payload') return t('mapping.payload')
    return isField(field) ? t(`mapping.fields.${field}`) : field.split('.')[1]
  }
  const newRow = rowFor(added, rows)

  function change(next: MappingRow[]): void {
    testing.reset()
    onChange(next)
  }
  function start(name: string | null): void {
    const template = templates.data?.find((one) => one.name === name)
    if (!template) return
    setPayload(template.payload)
    change(toRows(template.mapping))
  }
  function add(): void {
    if (!newRow) return
    change([...rows, newRow])
    setAdded('')
  }
  return (
    <Stack gap="sm">
      <Select
        label={t('mapping.template')}
        placeholder={t('mapping.choose')}
        data={(templates.data ?? []).map(({ name, title }) => ({ value: name, label: title }))}
        onChange={start}
      />
      {rows.map((row, index) => (
        <Group key={row.field} align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            label={labelOf(row.field)}
            error={faultOf(row.field)}
            required={row.field === 'identifier'}
            withAsterisk={false}
            maxLength={1_000}
            ff="monospace"
            value={row.expression}
            onChange={({ currentTarget }) =>
              change(rows.with(index, { ...row, expression: currentTarget.value }))
            }
          />
          {row.field !== 'identifier' && (
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={t('mapping.remove', { field: labelOf(row.field) })}
              onClick={() => change(rows.toSpliced(index, 1))}
            >
              <IconTrash size={18} />
            </ActionIcon>
          )}
        </Group>
      ))}
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <Autocomplete
          flex={1}
          label={t('mapping.add')}
          description={t('mapping.addHint')}
          data={mappingFields.filter((field) => rowFor(field, rows))}
          value={added}
          onChange={setAdded}
        />
        <Button variant="default" leftSection={<IconPlus size={16} />} disabled={!newRow} onClick={add}>
          {t('mapping.addField')}
        </Button>
      </Group>
      <Textarea
        label={t('mapping.payload')}
        description={t('mapping.payloadHint')}
        autosize
        minRows={4}
        maxRows={14}
        ff="monospace"
        value={payload}
        onChange={({ currentTarget }) => {
          testing.reset()
          setPayload(currentTarget.value)
        }}
      />
      {takesMqtt && (
        <TextInput
          label={t('mapping.topic')}
          description={t('mapping.topicHint')}
          maxLength={1_000}
          ff="monospace"
          value={topic}
          onChange={({ currentTarget }) => {
            testing.reset()
            setTopic(currentTarget.value)
          }}
        />
      )}
      <Group>
        <Button
          variant="default"
          loading={testing.isPending}
          disabled={payload.trim() === ''}
          onClick={() => testing.mutate(toMapping(rows))}
        >
          {t('mapping.test')}
        </Button>
      </Group>
      {testing.error && <Failure error={testing.error} />}
      {testing.data && <MappingOutcome test={testing.data} labelOf={labelOf} />}
    </Stack>
  )
}
