import { Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { DriverSelect } from '../../ui/drivers/driver-select.tsx'
import { driversKey } from '../../ui/drivers/use-drivers.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { MomentInput } from '../../ui/moment-input.tsx'

interface GiveTagProps {
  /** Absent: it is typed. */
  tag?: string
  /** Absent: chosen. */
  driver?: { id: string; name: string }
  onClose: () => void
}

/** Without a beginning, it also counts for the past. */
export function GiveTag({ tag: given, driver: owner, onClose }: GiveTagProps) {
  const { t } = useTranslation('drivers')
  const queries = useQueryClient()
  const [driver, setDriver] = useState(owner)
  const [tag, setTag] = useState(given ?? '')
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const sending = useMutation({
    mutationFn: () =>
      rastro.post('/api/drivers/{driverId}/tags', {
        path: { driverId: driver!.id },
        body: { tag: tag.trim(), from, to },
      }),
    onSuccess: async () => {
      notifications.show({ message: t('tags.given', { name: driver!.name }) })
      onClose()
      await Promise.all([
        queries.invalidateQueries({ queryKey: driversKey }),
        queries.invalidateQueries({ queryKey: ['trips'] }),
      ])
    },
  })
  return (
    <FormDialog
      title={given === undefined ? t('tags.add') : t('unknown.giveTag', { tag: given })}
      action={t('unknown.give')}
      sending={sending}
      isWhole={driver !== undefined && tag.trim() !== ''}
      onClose={onClose}
    >
      {owner === undefined && (
        <DriverSelect label={t('columns.driver')} driver={driver} onChange={setDriver} />
      )}
      {given === undefined && (
        <TextInput
          label={t('columns.tag')}
          description={t('tags.tagHint')}
          required
          withAsterisk={false}
          maxLength={64}
          data-autofocus
          value={tag}
          onChange={(event) => setTag(event.currentTarget.value)}
        />
      )}
      <Text size="sm" c="dimmed">
        {t('tags.periodHint')}
      </Text>
      <MomentInput label={t('columns.from')} value={from} onChange={setFrom} />
      <MomentInput label={t('columns.to')} value={to} onChange={setTo} />
    </FormDialog>
  )
}
