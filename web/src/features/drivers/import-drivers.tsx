// Imports drivers from a spreadsheet: a dry run lists every error by line, then all rows are imported or none.

import { Alert, Button, FileButton, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { parseCsv, writeCsv } from '../../ui/csv-table.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { driversKey } from '../../ui/drivers/use-drivers.ts'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import type { RecognisedTable } from './import-columns.ts'
import { driverColumns, recognise } from './import-columns.ts'

const example = `${driverColumns.join(',')}\nAna Gil,+34 600 123 456,ana@example.com,B-1234567,,01A2B3C4D5E6F708\n`

interface Chosen extends RecognisedTable {
  name: string
}

export function ImportDrivers({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('drivers')
  return (
    <Dialog onClose={onClose} size="lg" title={t('import.title')}>
      <ImportForm onClose={onClose} />
    </Dialog>
  )
}

function ImportForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('drivers')
  const queries = useQueryClient()
  const [file, setFile] = useState<Chosen>()
  const previewing = useMutation({
    mutationFn: ({ table }: Chosen) => rastro.post('/api/drivers/import/preview', { body: writeCsv(table) }),
  })
  const importing = useMutation({
    mutationFn: ({ table }: Chosen) => rastro.post('/api/drivers/import', { body: writeCsv(table) }),
    onSuccess: () => inBackground(queries.invalidateQueries({ queryKey: driversKey })),
  })
  const hasName = file?.table.header.includes('name') ?? true
  async function choose(opened: File | null): Promise<void> {
    if (!opened) return
    const chosen = { name: opened.name, ...recognise(parseCsv(await opened.text())) }
    setFile(chosen)
    importing.reset()
    previewing.reset()
    if (chosen.table.header.includes('name')) previewing.mutate(chosen)
  }
  if (importing.data) return <Imported count={importing.data.created} onClose={onClose} />
  const preview = previewing.data
  return (
    <Stack>
      <Text size="sm">{t('import.hint')}</Text>
      <Group>
        <FileButton accept=".csv,text/csv" onChange={(opened) => inBackground(choose(opened))}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconFileSpreadsheet size={16} />}>
              {file?.name ?? t('import.choose')}
            </Button>
          )}
        </FileButton>
        <Button
          component="a"
          variant="subtle"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(example)}`}
          download="drivers.csv"
          leftSection={<IconDownload size={16} />}
        >
          {t('import.example')}
        </Button>
      </Group>
      {file && file.unknown.length > 0 && (
        <Alert color="yellow" role="status" title={t('import.unknown', { count: file.unknown.length })}>
          {file.unknown.join(', ')}
        </Alert>
      )}
      {!hasName && (
        <Alert color="red" role="alert">
          {t('import.noName')}
        </Alert>
      )}
      {previewing.error && <Failure error={previewing.error} />}
      {file && preview && (
        <>
          <Alert
            role="status"
            color={preview.faults.length === 0 ? 'green' : 'yellow'}
            title={t('import.rows', { count: preview.rows })}
          >
            {preview.faults.length > 0 && t('import.faults', { count: preview.faults.length })}
          </Alert>
          {preview.faults.length > 0 && <Faults file={file} faults={preview.faults} />}
        </>
      )}
      {importing.error && <Failure error={importing.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button
          disabled={preview?.faults.length !== 0}
          loading={importing.isPending || previewing.isPending}
          onClick={() => file && importing.mutate(file)}
        >
          {t('import.do', { count: preview?.rows ?? 0 })}
        </Button>
      </Group>
    </Stack>
  )
}

function Imported({ count, onClose }: { count: number; onClose(): void }) {
  const { t } = useTranslation('drivers')
  return (
    <Stack>
      <Alert color="green" role="status">
        {t('import.done', { count })}
      </Alert>
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          {t('ui:close')}
        </Button>
      </Group>
    </Stack>
  )
}

function Faults({ file, faults }: { file: Chosen; faults: { path: string; message: string }[] }) {
  const { t } = useTranslation('drivers')
  return (
    <ScrollArea.Autosize mah={260}>
      <Table aria-label={t('import.faultsTitle')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('import.line')}</Table.Th>
            <Table.Th scope="col">{t('import.column')}</Table.Th>
            <Table.Th scope="col">{t('import.fault')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {faults.map(({ path, message }) => {
            const [line, field = ''] = path.split('.')
            return (
              <Table.Tr key={`${path} ${message}`}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{file.headingOf.get(field) ?? field}</Table.Td>
                <Table.Td>{faultText(message, t)}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}

/** The API writes them in English; those it seldom has stay so. */
function faultText(message: string, t: TFunction<'drivers'>): string {
  const [, tag] = /^"(.*)" already belongs to a driver$/.exec(message) ?? []
  const [, line] = /^is also in line (\d+)$/.exec(message) ?? []
  if (tag !== undefined) return t('import.taken', { tag })
  if (line !== undefined) return t('import.twice', { line })
  return message === 'is required' ? t('import.required') : message
}
