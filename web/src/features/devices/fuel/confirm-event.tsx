import { NumberInput, Switch, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { FuelEvent } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultAt } from '../../../ui/faults.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import { confirmEvent, fuelKey } from './fuel-api.ts'

/** With the litres of the receipt, if there is one. */
export function ConfirmEvent({ event, onClose }: { event: FuelEvent; onClose(): void }) {
  const { t } = useTranslation('fuel')
  const format = useFormat()
  const queries = useQueryClient()
  const [isConfirmed, setIsConfirmed] = useState(true)
  const [litres, setLitres] = useState<number | ''>(event.confirmedLitres ?? '')
  const [note, setNote] = useState(event.note ?? '')
  const sending = useMutation({
    mutationFn: () =>
      confirmEvent(event.id, {
        confirmed: isConfirmed,
        litres: isConfirmed && litres !== '' ? litres : null,
        note: note.trim() || null,
      }),
    onSuccess: async () => {
      notifications.show({ message: t('ui:saved') })
      await queries.invalidateQueries({ queryKey: fuelKey(event.deviceId) })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('confirmTitle')}
      action={t('ui:save')}
      sending={sending}
      isWhole
      fieldsWithFault={['litres', 'note']}
      onClose={onClose}
    >
      <Text size="sm">
        {t('measured', {
          type: t(`types.${event.type}`),
          litres: format.volume(event.litres),
          at: format.dateTime(event.endedAt),
        })}
      </Text>
      <Switch
        label={t('isConfirmed')}
        description={t('confirmedHint')}
        checked={isConfirmed}
        onChange={({ currentTarget }) => setIsConfirmed(currentTarget.checked)}
      />
      {isConfirmed && (
        <NumberInput
          label={t('receiptLitres')}
          data-autofocus
          min={0}
          allowNegative={false}
          decimalScale={3}
          hideControls
          suffix=" l"
          value={litres}
          error={faultAt(sending.error, 'litres')}
          onChange={(next) => setLitres(next === '' ? '' : Number(next))}
        />
      )}
      <TextInput
        label={t('note')}
        maxLength={1_000}
        value={note}
        error={faultAt(sending.error, 'note')}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  )
}
