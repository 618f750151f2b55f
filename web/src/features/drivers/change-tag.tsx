import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Driver } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { driversKey } from '../../ui/drivers/use-drivers.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { MomentInput } from '../../ui/moment-input.tsx'

interface ChangeTagProps {
  driverId: string
  tag: Driver['tags'][number]
  onClose: () => void
}

/** When a tag counts. Ending it keeps the trips of the past. */
export function ChangeTag({ driverId, tag: { id, tag, ...period }, onClose }: ChangeTagProps) {
  const { t } = useTranslation('drivers')
  const queries = useQueryClient()
  const [from, setFrom] = useState(period.from)
  const [to, setTo] = useState(period.to)
  const saving = useMutation({
    mutationFn: () =>
      rastro.put('/api/drivers/{driverId}/tags/{tagId}', {
        path: { driverId, tagId: id },
        body: { tag, from, to },
      }),
    onSuccess: async () => {
      notifications.show({ message: t('ui:saved') })
      onClose()
      await Promise.all([
        queries.invalidateQueries({ queryKey: driversKey }),
        queries.invalidateQueries({ queryKey: ['trips'] }),
      ])
    },
  })
  const isChanged = from !== period.from || to !== period.to
  return (
    <FormDialog
      title={t('tags.change', { tag })}
      action={t('ui:save')}
      sending={saving}
      isWhole={isChanged}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('tags.periodHint')}
      </Text>
      <MomentInput label={t('columns.from')} value={from} onChange={setFrom} />
      <MomentInput label={t('columns.to')} value={to} onChange={setTo} />
    </FormDialog>
  )
}
