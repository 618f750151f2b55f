// Imports devices from a spreadsheet: first a dry run that lists every error by line, then all rows or none.

import { Alert, Button, FileButton, Group, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { accountKey } from '../../../session/use-account.ts'
import { Failure } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { useFormat } from '../../../ui/use-format.ts'
import { Refusal } from '../limits/reactivate.tsx'

const example =
  'name,identifier,model,protocol,expirationDate,dailyEmailLimit,tag.plate\nVan 1,356307042441013,FMB920,teltonika,,20,1234-ABC\n'

interface ImportDialogProps {
  isOpen: boolean
  onClose(): void
}

export function ImportDialog({ isOpen, onClose }: ImportDialogProps) {
  const { t } = useTranslation('devices')
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="lg"
      title={t('import.title')}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <ImportForm onDone={onClose} />
    </Modal>
  )
}

function ImportForm({ onDone }: { onDone(): void }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const queries = useQueryClient()
  const [file, setFile] = useState<{ name: string; csv: string }>()
  const previewing = useMutation({
    mutationFn: (csv: string) => rastro.post('/api/devices/import/preview', { body: csv }),
  })
  const importing = useMutation({
    mutationFn: (csv: string) => rastro.post('/api/devices/import', { body: csv }),
    onSuccess({ created }) {
      inBackground(queries.invalidateQueries({ queryKey: ['devices', 'list'] }))
      inBackground(queries.invalidateQueries({ queryKey: accountKey }))
      notifications.show({ color: 'green', message: t('import.done', { count: created }) })
      onDone()
    },
  })
  async function choose(chosen: File | null): Promise<void> {
    if (!chosen) return
    const csv = await chosen.text()
    setFile({ name: chosen.name, csv })
    importing.reset()
    previewing.mutate(csv)
  }
  const preview = previewing.data
  const isGood =
    preview !== undefined && preview.faults.length === 0 && preview.licensesNeeded <= preview.licensesFree
  return (
    <Stack>
      <Text size="sm">{t('import.hint')}</Text>
      <Group>
        <FileButton
          accept=".csv,text/csv"
          onChange={(chosen) => {
            inBackground(choose(chosen))
          }}
        >
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
      {previewing.error && <Failure error={previewing.error} />}
      {preview && (
        <Alert
          role="status"
          color={isGood ? 'green' : 'yellow'}
          title={t('import.rows', { count: preview.rows })}
        >
          {t('import.licenses', {
            needed: format.number(preview.licensesNeeded),
            free: format.number(preview.licensesFree),
          })}{' '}
          {preview.faults.length > 0 && t('import.faults', { count: preview.faults.length })}
          {preview.licensesNeeded > preview.licensesFree && t('import.tooMany')}
        </Alert>
      )}
      {preview && preview.faults.length > 0 && <Faults faults={preview.faults} />}
      {importing.error && <Refusal error={importing.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('ui:cancel')}
        </Button>
        <Button
          disabled={!isGood}
          loading={importing.isPending}
          onClick={() => file && importing.mutate(file.csv)}
        >
          {t('import.do', { count: preview?.rows ?? 0 })}
        </Button>
      </Group>
    </Stack>
  )
}

function Faults({ faults }: { faults: { path: string; message: string }[] }) {
  const { t } = useTranslation('devices')
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
            const [line, ...column] = path.split('.')
            return (
              <Table.Tr key={`${path} ${message}`}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{column.join('.')}</Table.Td>
                <Table.Td>{message}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
