// Gives a shift to somebody else, or takes that back.

import { Button, Select, Text } from '@mantine/core'
import type { OnCallSchedule } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { faultAt } from '../../ui/faults.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { schedulesKey, usePeople } from './escalation-api.ts'
import type { Shift } from './shift.types.ts'

interface OverrideDialogProps {
  schedule: OnCallSchedule
  shift: Shift
  onClose(): void
}

export function OverrideDialog({ schedule, shift, onClose }: OverrideDialogProps) {
  const { t } = useTranslation('escalation')
  const format = useFormat()
  const queries = useQueryClient()
  const { options } = usePeople()
  const [participant, setParticipant] = useState<string | null>(null)
  const path = { onCallScheduleId: schedule.id }
  const overrideId = shift.onCall?.overrideId
  const onSuccess = async () => {
    await queries.invalidateQueries({ queryKey: schedulesKey })
    onClose()
  }
  const sending = useMutation({
    mutationFn: () =>
      rastro.post('/api/onCallSchedules/{onCallScheduleId}/overrides', {
        path,
        body: { from: shift.from, to: shift.to, participant: participant ?? '' },
      }),
    onSuccess,
  })
  const removing = useMutation({
    mutationFn: () =>
      rastro.delete('/api/onCallSchedules/{onCallScheduleId}/overrides/{overrideId}', {
        path: { ...path, overrideId: overrideId ?? '' },
      }),
    onSuccess,
  })
  return (
    <FormDialog
      title={t('override.title')}
      action={t('ui:save')}
      sending={sending}
      isWhole={participant !== null}
      fieldsWithFault={['participant']}
      onClose={onClose}
    >
      <Text size="sm">
        {t('override.span', { from: format.dateTime(shift.from), to: format.dateTime(shift.to) })}
      </Text>
      <Select
        label={t('override.who')}
        searchable
        data={options}
        value={participant}
        error={faultAt(sending.error, 'participant')}
        onChange={setParticipant}
      />
      {overrideId && (
        <Button variant="default" loading={removing.isPending} onClick={() => removing.mutate()}>
          {t('override.remove')}
        </Button>
      )}
    </FormDialog>
  )
}
