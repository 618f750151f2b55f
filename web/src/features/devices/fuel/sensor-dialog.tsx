// Settings of a fuel sensor, with a test on the values of the last week.

import { Alert, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../ui/draft.ts'
import { faultAt, faultUnder } from '../../../ui/faults.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { isStale } from '../device-record.ts'
import { CalibrationInput } from './calibration-input.tsx'
import type { SensorRecord } from './fuel-api.ts'
import { createSensor, fuelKey, replaceSensor } from './fuel-api.ts'
import type { SensorForm } from './sensor-draft.ts'
import { draftOf, formOf, fuelSources, newForm } from './sensor-draft.ts'
import { TestCurve } from './test-curve.tsx'

interface SensorDialogProps {
  deviceId: string
  /** Undefined: a new one. */
  record?: SensorRecord
  onClose(): void
}

const numbers = ['minFillLitres', 'minDrainLitres', 'idleLitresPerHour', 'litresPer100Km'] as const

export function SensorDialog({ deviceId, record, onClose }: SensorDialogProps) {
  const { t } = useTranslation('fuel')
  const sensor = record?.sensor
  const queries = useQueryClient()
  const draft = useDraft<SensorForm>(
    sensor ? `fuel sensor ${sensor.id}` : `fuel sensor ${deviceId}:new`,
    () => (sensor ? formOf(sensor) : newForm(t('defaultName'))),
  )
  const { value, change } = draft
  const whole = draftOf(value)
  const sending = useMutation({
    mutationFn: () => (record ? replaceSensor(record, whole!) : createSensor(deviceId, whole!)),
    onSuccess: async () => {
      draft.saved()
      notifications.show({ message: t('saved') })
      await queries.invalidateQueries({ queryKey: fuelKey(deviceId) })
      onClose()
    },
  })
  const isOutdated = isStale(sending.error)
  const number = (name: (typeof numbers)[number] | 'tankLitres', unit: string) => (
    <NumberInput
      key={name}
      label={t(`fields.${name}`)}
      {...(name !== 'tankLitres' && { description: t(`hints.${name}`) })}
      required={name !== 'litresPer100Km'}
      min={0}
      allowNegative={false}
      hideControls
      suffix={` ${unit}`}
      value={value[name]}
      error={faultAt(sending.error, name)}
      onChange={(next) => change({ [name]: next === '' ? '' : Number(next) } as Partial<SensorForm>)}
    />
  )
  return (
    <FormDialog
      title={sensor ? t('editTitle') : t('addTitle')}
      action={t('ui:save')}
      sending={{ ...sending, error: isOutdated ? null : sending.error }}
      isWhole={whole !== undefined}
      fieldsWithFault={['name', 'attribute', 'tankLitres', 'calibration', ...numbers]}
      size="lg"
      draft={draft}
      onClose={onClose}
    >
      {isOutdated && (
        <Alert color="yellow" role="alert">
          {t('outdated')}
        </Alert>
      )}
      <TextInput
        label={t('fields.name')}
        data-autofocus
        required
        maxLength={200}
        value={value.name}
        error={faultAt(sending.error, 'name')}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Select
        label={t('fields.source')}
        description={t('hints.source')}
        allowDeselect={false}
        data={fuelSources.map((source) => ({ value: source, label: t(`sources.${source}`) }))}
        value={value.source}
        onChange={(next) => change({ source: fuelSources.find((one) => one === next) ?? value.source })}
      />
      {value.source === 'attribute' && (
        <TextInput
          label={t('fields.attribute')}
          description={t('hints.attribute')}
          required
          maxLength={64}
          value={value.attribute}
          error={faultAt(sending.error, 'attribute')}
          onChange={({ currentTarget }) => change({ attribute: currentTarget.value })}
        />
      )}
      {number('tankLitres', 'l')}
      <Switch
        label={t('fields.hasTable')}
        description={t(value.source === 'attribute' ? 'hints.litresAsIs' : 'hints.percentAsIs')}
        checked={value.hasTable}
        onChange={({ currentTarget }) => change({ hasTable: currentTarget.checked })}
      />
      {value.hasTable && (
        <CalibrationInput
          pairs={value.pairs}
          error={faultUnder(sending.error, 'calibration')}
          onChange={(pairs) => change({ pairs })}
        />
      )}
      <TestCurve deviceId={deviceId} draft={whole} />
      {numbers.map((name) => number(name, name === 'idleLitresPerHour' ? 'l/h' : 'l'))}
    </FormDialog>
  )
}
