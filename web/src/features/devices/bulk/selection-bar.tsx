// The selected devices, and what can be done with all of them.

import { Button, Group, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Device } from '@rastro/client'
import {
  IconCalendarOff,
  IconDownload,
  IconFolderMinus,
  IconFolderPlus,
  IconMailCog,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay, useMe } from '../../../session/use-me.ts'
import { sentenceOf } from '../../../ui/failure.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import styles from '../table/device-table.module.css'
import type { BulkKind } from './bulk-dialog.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { toCsv } from './csv.ts'

interface SelectionBarProps {
  ids: ReadonlySet<string>
  groupNames: Map<string, string>
  /** More devices match the filter than are selected. */
  canSelectAll: boolean
  /** Loads the devices that are not listed yet. */
  load(): Promise<Device[]>
  onSelectAll(): Promise<void>
  onClear(): void
}

export function SelectionBar(props: SelectionBarProps) {
  const { ids, groupNames, canSelectAll, load, onSelectAll, onClear } = props
  const { t } = useTranslation('devices')
  const format = useFormat()
  const may = useMay()
  const me = useMe()
  const isWholeAccount = me !== undefined && me.role !== 'standard'
  const [open, setOpen] = useState<{ kind: BulkKind; devices: Device[] }>()
  const report = (error: Error) =>
    notifications.show({ color: 'red', role: 'alert', message: sentenceOf(error, t) })
  const opening = useMutation({
    mutationFn: async (kind: BulkKind) => setOpen({ kind, devices: await load() }),
    onError: report,
  })
  const exporting = useMutation({
    mutationFn: async () => download(toCsv(await load(), groupNames)),
    onError: report,
  })
  const selectingAll = useMutation({ mutationFn: onSelectAll, onError: report })
  const item = (kind: BulkKind, icon: React.ReactNode, color?: string) => (
    <Menu.Item leftSection={icon} {...(color && { color })} onClick={() => opening.mutate(kind)}>
      {t(`bulk.${kind}.action`)}
    </Menu.Item>
  )
  const mayChange = may('devices.edit')
  return (
    <section className={styles.bar} aria-label={t('select.title')}>
      <Text size="sm" fw={600} role="status">
        {t('select.count', { count: ids.size, shown: format.number(ids.size) })}
      </Text>
      {canSelectAll && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={selectingAll.isPending}
          onClick={() => selectingAll.mutate()}
        >
          {t('select.everything')}
        </Button>
      )}
      <Group gap="xs" ml="auto">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          {t('bulk.export')}
        </Button>
        {(mayChange || may('commands.send')) && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="xs" loading={opening.isPending}>
                {t('bulk.button')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {mayChange && isWholeAccount && item('addGroup', <IconFolderPlus size={16} />)}
              {mayChange && isWholeAccount && item('removeGroup', <IconFolderMinus size={16} />)}
              {mayChange && may('devices.limits') && item('limits', <IconMailCog size={16} />)}
              {mayChange && may('devices.limits') && item('expiry', <IconCalendarOff size={16} />)}
              {may('commands.send') && item('command', <IconSend size={16} />)}
              {mayChange && <Menu.Divider />}
              {mayChange && item('delete', <IconTrash size={16} />, 'red')}
            </Menu.Dropdown>
          </Menu>
        )}
        <Button variant="subtle" size="xs" onClick={onClear}>
          {t('select.none')}
        </Button>
      </Group>
      {open && (
        <BulkDialog
          kind={open.kind}
          devices={open.devices}
          groupNames={groupNames}
          onClose={() => setOpen(undefined)}
          onDeleted={onClear}
        />
      )}
    </section>
  )
}

/** With a byte order mark, by which spreadsheets recognise UTF-8. */
function download(csv: string): void {
  const url = URL.createObjectURL(new Blob([`\ufeff${csv}`], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'devices.csv'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
