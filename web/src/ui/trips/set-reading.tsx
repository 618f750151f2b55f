import { NumberInput, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/preferences.ts'
import { faultAt } from '../faults.ts'
import { FormDialog } from '../form-dialog.tsx'
import { MomentInput } from '../moment-input.tsx'
import { fromTyped, toTyped, unitOf } from './meter-values.ts'
import type { MeterName } from './trip.types.ts'
import { setMeter } from './trip-api.ts'

interface SetReadingProps {
  deviceId: string
  meter: MeterName
  /** What the meter shows now; null if that is not known. */
  shown: number | null
  onClose(): void
}

export function SetReading({ deviceId, meter, shown, onClose }: SetReadingProps) {
  const { t } = useTranslation('trips')
  const { units } = usePreferences()
  const queries = useQueryClient()
  const [typed, setTyped] = useState<number | ''>(() =>
    shown === null ? '' : Number(toTyped(meter, shown, units).toFixed(1)),
  )
  const [at, setAt] = useState<string | null>(() => new Date().toISOString())
  const [note, setNote] = useState('')
  const sending = useMutation({
    mutationFn: () =>
      setMeter(deviceId, meter, {
        value: fromTyped(meter, Number(typed), units),
        dateTime: at!,
        note: note.trim() || null,
      }),
    onSuccess: async () => {
      notifications.show({ message: t('ui:saved') })
      await queries.invalidateQueries({ queryKey: ['meters', deviceId] })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t(`meters.${meter}.set`)}
      action={t('ui:save')}
      sending={sending}
      isWhole={typed !== '' && at !== null}
      fieldsWithFault={['value', 'dateTime', 'note']}
      onClose={onClose}
    >
      <NumberInput
        label={t(`meters.${meter}.value`)}
        data-autofocus
        min={0}
        allowNegative={false}
        decimalScale={1}
        hideControls
        suffix={` ${unitOf(meter, units)}`}
        value={typed}
        error={faultAt(sending.error, 'value')}
        onChange={(next) => setTyped(next === '' ? '' : Number(next))}
      />
      <MomentInput
        label={t('meters.at')}
        value={at}
        error={faultAt(sending.error, 'dateTime')}
        onChange={setAt}
      />
      <TextInput
        label={t('meters.note')}
        placeholder={t('meters.noteHint')}
        maxLength={500}
        value={note}
        error={faultAt(sending.error, 'note')}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  )
}
