// Creates or changes an on-call schedule.

import { Button, Fieldset, Group, MultiSelect, Select, TextInput } from '@mantine/core'
import type { OnCallSchedule } from '@rastro/client'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/preferences.ts'
import { rastro } from '../../session/session.ts'
import { useAccount } from '../../session/use-account.ts'
import { faultAt, faultUnder } from '../../ui/faults.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { schedulesKey, usePeople } from './escalation-api.ts'

type Layer = OnCallSchedule['layers'][number]
const maxLayers = 5
const zones = Intl.supportedValuesOf('timeZone')
const weekDays = [1, 2, 3, 4, 5, 6, 7]

function newLayer(): Layer {
  return {
    ...{
      name: '',
      rotation: 'weekly',
      handoverWeekday: 1,
      handoverTime: '09:00',
      participants: [],
      hours: [],
    },
    // A week ago, so that somebody is on call at once.
    startsOn: new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10),
  }
}

export function ScheduleDialog({ schedule, onClose }: { schedule?: OnCallSchedule; onClose: () => void }) {
  const { t } = useTranslation('escalation')
  const queries = useQueryClient()
  const account = useAccount()
  const [name, setName] = useState(schedule?.name ?? '')
  const [chosenZone, setChosenZone] = useState(schedule?.timeZone)
  const timeZone = chosenZone ?? account?.timeZone ?? 'UTC'
  const [layers, setLayers] = useState<Layer[]>(() => schedule?.layers ?? [newLayer()])
  const sending = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), timeZone, layers }
      return schedule
        ? rastro.put('/api/onCallSchedules/{onCallScheduleId}', {
            path: { onCallScheduleId: schedule.id },
            body,
          })
        : rastro.post('/api/onCallSchedules', { body })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: schedulesKey })
      onClose()
    },
  })
  const changeLayer = (index: number, part: Partial<Layer>) =>
    setLayers((before) => before.map((layer, at) => (at === index ? { ...layer, ...part } : layer)))
  return (
    <FormDialog
      title={schedule ? t('schedules.editTitle') : t('schedules.create')}
      action={t('ui:save')}
      size="lg"
      sending={sending}
      isWhole={name.trim() !== '' && layers.every(({ participants }) => participants.length > 0)}
      fieldsWithFault={['name']}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        placeholder={t('schedules.nameExample')}
        maxLength={200}
        data-autofocus
        value={name}
        error={faultAt(sending.error, 'name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label={t('schedules.timeZone')}
        searchable
        data={zones.includes(timeZone) ? zones : [timeZone, ...zones]}
        value={timeZone}
        allowDeselect={false}
        onChange={(zone) => setChosenZone(zone ?? undefined)}
      />
      {layers.map((layer, index) => (
        <LayerFields
          // biome-ignore lint/suspicious/noArrayIndexKey: layers have no identity but their place
          key={index}
          number={index + 1}
          layer={layer}
          fault={faultUnder(sending.error, `layers.${index}`)}
          onChange={(part) => changeLayer(index, part)}
          {...(layers.length > 1 && {
            onRemove: () => setLayers((before) => before.filter((_, at) => at !== index)),
          })}
        />
      ))}
      {layers.length < maxLayers && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => setLayers((before) => [...before, newLayer()])}
        >
          {t('schedules.addLayer')}
        </Button>
      )}
    </FormDialog>
  )
}

interface LayerFieldsProps {
  number: number
  layer: Layer
  fault: string | undefined
  onChange(part: Partial<Layer>): void
  onRemove?(): void
}

function LayerFields({ number, layer, fault, onChange, onRemove }: LayerFieldsProps) {
  const { t } = useTranslation('escalation')
  const { language } = usePreferences()
  const { options } = usePeople()
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  // 2024-01-01 was a Monday.
  const nameOf = (day: number) => weekday.format(Date.UTC(2024, 0, day))
  const [hours] = layer.hours
  return (
    <Fieldset legend={t('schedules.layerNumber', { number })}>
      <MultiSelect
        label={t('schedules.participants')}
        description={t('schedules.participantsHint')}
        searchable
        data={options}
        value={layer.participants}
        error={fault}
        onChange={(participants) => onChange({ participants })}
      />
      <Group mt="sm" align="flex-end">
        <Select
          label={t('schedules.rotation')}
          w={150}
          allowDeselect={false}
          data={(['weekly', 'daily'] as const).map((value) => ({
            value,
            label: t(`schedules.rotations.${value}`),
          }))}
          value={layer.rotation}
          onChange={(rotation) => onChange({ rotation: rotation as Layer['rotation'] })}
        />
        {layer.rotation === 'weekly' && (
          <Select
            label={t('schedules.weekday')}
            w={150}
            allowDeselect={false}
            data={weekDays.map((day) => ({ value: String(day), label: nameOf(day) }))}
            value={String(layer.handoverWeekday)}
            onChange={(day) => onChange({ handoverWeekday: Number(day) })}
          />
        )}
        <TextInput
          type="time"
          label={t('schedules.handover')}
          value={layer.handoverTime}
          onChange={({ currentTarget }) => onChange({ handoverTime: currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('schedules.startsOn')}
          value={layer.startsOn}
          onChange={({ currentTarget }) => onChange({ startsOn: currentTarget.value })}
        />
      </Group>
      <Group mt="sm" align="flex-end">
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="time"
            label={t(`schedules.${end}`)}
            value={hours?.[end] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({
                hours: value === '' ? [] : [{ from: '00:00', to: '24:00', ...hours, [end]: value }],
              })
            }
          />
        ))}
      </Group>
      {onRemove && (
        <Button mt="sm" size="compact-sm" variant="subtle" color="red" onClick={onRemove}>
          {t('schedules.removeLayer', { number })}
        </Button>
      )}
    </Fieldset>
  )
}
