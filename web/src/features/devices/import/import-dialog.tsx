// Imports devices from a spreadsheet: the columns are matched to fields, then a dry run lists every error by line, then
// all rows are imported or none.

import { Alert, Button, FileButton, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { accountKey } from '../../../session/use-account.ts'
import type { CsvTable } from '../../../ui/csv-table.ts'
import { parseCsv, writeCsv } from '../../../ui/csv-table.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { useFormat } from '../../../ui/use-format.ts'
import { Refusal } from '../limits/reactivate.tsx'
import { faultText } from './fault-text.ts'
import type { Target } from './mapping.ts'
import { guessMapping, mappedTable, mappingFaults } from './mapping.ts'
import { MappingTable } from './mapping-table.tsx'

const example =
  'name,identifier,licensePlate,vehicleType,driverName,driverPhone,group,model,protocol,expirationDate\nVan 1,356307042441013,1234-ABC,van,Ana,+34 600 123 456,,FMB920,teltonika,\n'

interface ImportDialogProps {
  onClose(): void
  /** Shows the imported devices in the table. */
  onEdit(ids: string[]): void
}

export function ImportDialog({ onClose, onEdit }: ImportDialogProps) {
  const { t } = useTranslation('devices')
  return (
    <Dialog onClose={onClose} size="xl" title={t('import.title')}>
      <ImportForm onClose={onClose} onEdit={onEdit} />
    </Dialog>
  )
}

interface Chosen {
  name: string
  table: CsvTable
  mapping: Target[]
}

function ImportForm({ onClose, onEdit }: ImportDialogProps) {
  const { t } = useTranslation('devices')
  const queries = useQueryClient()
  const [file, setFile] = useState<Chosen>()
  const csvOf = ({ table, mapping }: Chosen) => writeCsv(mappedTable(table, mapping))
  const previewing = useMutation({
    mutationFn: (chosen: Chosen) => rastro.post('/api/devices/import/preview', { body: csvOf(chosen) }),
  })
  const importing = useMutation({
    mutationFn: (chosen: Chosen) => rastro.post('/api/devices/import', { body: csvOf(chosen) }),
    onSuccess() {
      inBackground(queries.invalidateQueries({ queryKey: ['devices', 'list'] }))
      inBackground(queries.invalidateQueries({ queryKey: accountKey }))
    },
  })
  /** Checks at once whatever can be checked. */
  function check(chosen: Chosen): void {
    setFile(chosen)
    importing.reset()
    previewing.reset()
    const { twice, hasName } = mappingFaults(chosen.mapping)
    if (hasName && twice.length === 0) previewing.mutate(chosen)
  }
  async function choose(opened: File | null): Promise<void> {
    if (!opened) return
    const table = parseCsv(await opened.text())
    check({ name: opened.name, table, mapping: guessMapping(table.header) })
  }
  if (importing.data) return <Imported ids={importing.data.ids} onClose={onClose} onEdit={onEdit} />
  const preview = previewing.data
  const isGood =
    preview !== undefined && preview.faults.length === 0 && preview.licensesNeeded <= preview.licensesFree
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
          download="devices.csv"
          leftSection={<IconDownload size={16} />}
        >
          {t('import.example')}
        </Button>
      </Group>
      {file && (
        <>
          <MappingTable
            table={file.table}
            mapping={file.mapping}
            onChange={(mapping) => check({ ...file, mapping })}
          />
          <MappingFaults mapping={file.mapping} />
        </>
      )}
      {previewing.error && <Failure error={previewing.error} />}
      {file && preview && <Preview file={file} preview={preview} isGood={isGood} />}
      {importing.error && <Refusal error={importing.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button
          disabled={!isGood}
          loading={importing.isPending || previewing.isPending}
          onClick={() => file && importing.mutate(file)}
        >
          {t('import.do', { count: preview?.rows ?? 0 })}
        </Button>
      </Group>
    </Stack>
  )
}

function MappingFaults({ mapping }: { mapping: Target[] }) {
  const { t } = useTranslation('devices')
  const { twice, hasName } = mappingFaults(mapping)
  if (hasName && twice.length === 0) return null
  return (
    <Alert color="red" role="alert">
      {!hasName && <Text size="sm">{t('import.noName')}</Text>}
      {twice.map((target) => (
        <Text key={target} size="sm">
          {t('import.twice', {
            field: target?.startsWith('tag.') ? target.slice(4) : t(`import.fields.${target}`),
          })}
        </Text>
      ))}
    </Alert>
  )
}

interface PreviewProps {
  file: Chosen
  preview: {
    rows: number
    faults: { path: string; message: string }[]
    licensesNeeded: number
    licensesFree: number
  }
  isGood: boolean
}

function Preview({ file, preview, isGood }: PreviewProps) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const { rows, faults, licensesNeeded, licensesFree } = preview
  return (
    <>
      <Alert role="status" color={isGood ? 'green' : 'yellow'} title={t('import.rows', { count: rows })}>
        {t('import.licenses', {
          needed: format.number(licensesNeeded),
          free: format.number(licensesFree),
        })}{' '}
        {faults.length > 0 && t('import.faults', { count: faults.length })}
        {licensesNeeded > licensesFree && t('import.tooMany')}
      </Alert>
      {faults.length > 0 && <Faults file={file} faults={faults} />}
    </>
  )
}

function Imported({ ids, onClose, onEdit }: ImportDialogProps & { ids: string[] }) {
  const { t } = useTranslation('devices')
  return (
    <Stack>
      <Alert color="green" role="status">
        {t('import.done', { count: ids.length })}
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => onEdit(ids)}>
          {t('import.edit')}
        </Button>
        <Button data-autofocus onClick={onClose}>
          {t('ui:close')}
        </Button>
      </Group>
    </Stack>
  )
}

function Faults({ file, faults }: Pick<PreviewProps, 'file'> & Pick<PreviewProps['preview'], 'faults'>) {
  const { t } = useTranslation('devices')
  /** As the file calls it. */
  const headingOf = (field: string) => file.table.header[file.mapping.indexOf(field as Target)] ?? field
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
            const [line, ...names] = path.split('.')
            const field = names.join('.')
            return (
              <Table.Tr key={`${path} ${message}`}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{headingOf(field)}</Table.Td>
                <Table.Td>{faultText(message, field, t)}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
