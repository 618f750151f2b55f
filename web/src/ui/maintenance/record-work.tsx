// Records that the work of a plan was done.

import { Group, NumberInput, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { MaintenanceState } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/preferences.ts'
import { faultAt } from '../faults.ts'
import { FormDialog } from '../form-dialog.tsx'
import { MomentInput } from '../moment-input.tsx'
import { fromTyped, unitOf } from '../trips/meter-values.ts'
import { maintenanceKey, recordWork } from './maintenance-api.ts'
import { decimalsOf } from './measures.ts'

type Typed = number | ''

export function RecordWork({ of, onClose }: { of: MaintenanceState; onClose: () => void }) {
  const { t } = useTranslation('maintenance')
  const { units } = usePreferences()
  const queries = useQueryClient()
  const [at, setAt] = useState<string | null>(() => new Date().toISOString())
  const [odometer, setOdometer] = useState<Typed>('')
  const [engineHours, setEngineHours] = useState<Typed>('')
  const [cost, setCost] = useState<Typed>('')
  const [currency, setCurrency] = useState('')
  const [note, setNote] = useState('')
  const code = currency.trim().toUpperCase()
  const sending = useMutation({
    mutationFn: () =>
      recordWork(of, {
        doneAt: at!,
        ...(odometer !== '' && { odometer: fromTyped('odometer', odometer, units) }),
        ...(engineHours !== '' && { engineHours }),
        ...(cost !== '' && { costMinor: Math.round(cost * 10 ** decimalsOf(code)), currency: code }),
        ...(note.trim() !== '' && { note: note.trim() }),
      }),
    onSuccess: async () => {
      notifications.show({ message: t('done.saved') })
      await Promise.all([
        queries.invalidateQueries({ queryKey: maintenanceKey }),
        queries.invalidateQueries({ queryKey: ['meters', of.deviceId] }),
      ])
      onClose()
    },
  })
  const typed = (next: number | string): Typed => (next === '' ? '' : Number(next))
  return (
    <FormDialog
      title={t('done.title', { plan: of.planName })}
      action={t('ui:save')}
      sending={sending}
      isWhole={at !== null && (cost === '' || code.length === 3)}
      fieldsWithFault={['doneAt', 'odometer', 'engineHours', 'costMinor', 'currency', 'note']}
      onClose={onClose}
    >
      <MomentInput
        label={t('done.at')}
        value={at}
        error={faultAt(sending.error, 'doneAt')}
        onChange={setAt}
        data-autofocus
      />
      <NumberInput
        label={t('done.odometer')}
        description={t('done.odometerHint')}
        min={0}
        allowNegative={false}
        decimalScale={1}
        hideControls
        suffix={` ${unitOf('odometer', units)}`}
        value={odometer}
        error={faultAt(sending.error, 'odometer')}
        onChange={(next) => setOdometer(typed(next))}
      />
      {of.everyHours !== null && (
        <NumberInput
          label={t('done.engineHours')}
          min={0}
          allowNegative={false}
          decimalScale={1}
          hideControls
          suffix={` ${unitOf('engineHours', units)}`}
          value={engineHours}
          error={faultAt(sending.error, 'engineHours')}
          onChange={(next) => setEngineHours(typed(next))}
        />
      )}
      <Group grow align="flex-start">
        <NumberInput
          label={t('done.cost')}
          min={0}
          allowNegative={false}
          decimalScale={decimalsOf(code)}
          hideControls
          value={cost}
          error={faultAt(sending.error, 'costMinor')}
          onChange={(next) => setCost(typed(next))}
        />
        <TextInput
          label={t('done.currency')}
          placeholder={t('done.currencyHint')}
          maxLength={3}
          value={currency}
          error={faultAt(sending.error, 'currency')}
          onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
        />
      </Group>
      <Textarea
        label={t('done.note')}
        placeholder={t('done.noteHint')}
        autosize
        minRows={2}
        maxLength={2_000}
        value={note}
        error={faultAt(sending.error, 'note')}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  )
}
