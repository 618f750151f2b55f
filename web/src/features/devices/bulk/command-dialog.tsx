import { Progress, Select, Text } from '@mantine/core'
import type { Device } from '@rastro/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { IntervalInput } from '../commands/interval-input.tsx'
import type { BulkCommand } from './commands.ts'
import { bulkCommands, takersOf } from './commands.ts'
import { useBulk } from './use-bulk.ts'

export function CommandDialog({ devices, onClose }: { devices: Device[]; onClose(): void }) {
  const { t } = useTranslation('devices')
  const { command, progress } = useBulk()
  const [type, setType] = useState<BulkCommand>('position')
  const [seconds, setSeconds] = useState<number | string>(60)
  const takers = takersOf(devices, type)
  const settings = type === 'interval' ? { seconds: Number(seconds) } : {}
  const sending = useMutation({
    mutationFn: () => command(devices, type, settings),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={t('bulk.command.title')}
      action={t('bulk.command.send', { count: takers.length })}
      sending={{ ...sending, mutate: () => sending.mutate() }}
      isWhole={takers.length > 0 && (type !== 'interval' || Number(seconds) > 0)}
      onClose={onClose}
    >
      <Select
        label={t('command.type')}
        allowDeselect={false}
        data-autofocus
        data={bulkCommands.map((value) => ({ value, label: t(`command.types.${value}`) }))}
        value={type}
        onChange={(value) => setType(value as BulkCommand)}
      />
      {type === 'interval' && <IntervalInput seconds={seconds} onChange={setSeconds} />}
      <Text size="sm" c="dimmed">
        {t(`command.hint.${type}`)}
      </Text>
      {takers.length < devices.length && (
        <Text size="sm" c="dimmed">
          {t('bulk.command.unable', { count: devices.length - takers.length })}
        </Text>
      )}
      {sending.isPending && (
        <Progress value={(progress / takers.length) * 100} aria-label={t('bulk.progress')} />
      )}
    </FormDialog>
  )
}
