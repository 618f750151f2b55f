// The rule's schedule and the required accuracy of locations.

import {
  ActionIcon,
  Button,
  Group,
  NumberInput,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../session/use-account.ts'
import type { Draft, FaultAt, Hours } from './draft.ts'
import { dayName, weekDays } from './rule-sentence.ts'
import styles from './rules.module.css'

const zones = Intl.supportedValuesOf('timeZone')
const workday: Hours = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }
const maxHours = 50

interface ConditionFieldsProps {
  conditions: Draft['conditions']
  faultAt: FaultAt
  onChange(conditions: Draft['conditions']): void
}

export function ConditionFields({ conditions, faultAt, onChange }: ConditionFieldsProps) {
  const { t } = useTranslation('rules')
  const accountZone = useAccount()?.timeZone
  const { schedule = [], timeZone, accuracyM } = conditions
  const change = (part: { [K in keyof Draft['conditions']]?: Draft['conditions'][K] | undefined }) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...conditions, ...part }).filter(([, value]) => value !== undefined),
      ) as Draft['conditions'],
    )
  return (
    <>
      <Switch
        label={t('schedule.label')}
        description={t('schedule.hint')}
        checked={schedule.length > 0}
        onChange={({ currentTarget }) =>
          change({ schedule: currentTarget.checked ? [workday] : undefined, timeZone: undefined })
        }
      />
      {schedule.map((hours, index) => (
        <HoursFields
          // Rows have no identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place, appended, or removed.
          key={index}
          hours={hours}
          number={index + 1}
          fault={faultAt(`conditions.schedule.${index}`)}
          onChange={(next) => change({ schedule: schedule.map((one, at) => (at === index ? next : one)) })}
          onRemove={() => change({ schedule: schedule.filter((_, at) => at !== index) })}
        />
      ))}
      {schedule.length > 0 && (
        <>
          {schedule.length < maxHours && (
            <Group>
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<IconPlus size={15} />}
                onClick={() => change({ schedule: [...schedule, workday] })}
              >
                {t('schedule.add')}
              </Button>
            </Group>
          )}
          <Select
            label={t('schedule.timeZone')}
            placeholder={t('schedule.accountZone', { zone: accountZone ?? '' })}
            clearable
            searchable
            limit={50}
            error={faultAt('conditions.timeZone')}
            data={zones}
            value={timeZone ?? null}
            onChange={(zone) => change({ timeZone: zone ?? undefined })}
          />
        </>
      )}
      <NumberInput
        label={t('accuracy.label')}
        description={t('accuracy.hint')}
        placeholder={t('accuracy.any')}
        suffix=" m"
        min={1}
        max={100_000}
        clampBehavior="none"
        error={faultAt('conditions.accuracyM')}
        value={accuracyM ?? ''}
        onChange={(next) => change({ accuracyM: next === '' ? undefined : Number(next) })}
      />
    </>
  )
}

interface HoursFieldsProps {
  hours: Hours
  number: number
  fault: string | undefined
  onChange(hours: Hours): void
  onRemove(): void
}

function HoursFields({ hours, number, fault, onChange, onRemove }: HoursFieldsProps) {
  const { t, i18n } = useTranslation('rules')
  const days = hours.days ?? [...weekDays]
  const toggle = (day: number) => {
    const next = days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort((a, b) => a - b)
    if (next.length > 0) onChange({ ...hours, days: next })
  }
  return (
    <Stack gap={6} role="group" aria-label={t('schedule.hours', { number })}>
      <div className={styles.days}>
        {weekDays.map((day) => (
          <UnstyledButton
            key={day}
            className={styles.day}
            aria-pressed={days.includes(day)}
            title={dayName(day, i18n.language, 'long')}
            onClick={() => toggle(day)}
          >
            {dayName(day, i18n.language)}
          </UnstyledButton>
        ))}
      </div>
      <Group gap="xs" wrap="nowrap">
        <TimeField
          label={t('schedule.from')}
          time={hours.from}
          onChange={(from) => onChange({ ...hours, from })}
        />
        <Text size="sm">–</Text>
        <TimeField label={t('schedule.to')} time={hours.to} onChange={(to) => onChange({ ...hours, to })} />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('schedule.remove', { number })}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
      {hours.to <= hours.from && (
        <Text size="xs" c="dimmed">
          {t('schedule.overnight')}
        </Text>
      )}
      {fault && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {fault.includes('pattern') ? t('schedule.wrong') : fault}
        </Text>
      )}
    </Stack>
  )
}

interface TimeFieldProps {
  label: string
  time: string
  onChange(time: string): void
}

/** A text field: a day may end at 24:00, which browser time inputs do not accept. */
function TimeField({ label, time, onChange }: TimeFieldProps) {
  return (
    <TextInput
      w={110}
      aria-label={label}
      inputMode="numeric"
      placeholder="22:00"
      maxLength={5}
      value={time}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
