// When a report is sent: every day, week or month, and at what time.

import { Group, Input, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/use-format.ts'
import { weekdays } from '../weekdays.ts'
import type { ScheduleDraft } from './schedule-draft.ts'
import { usualPeriods } from './schedule-draft.ts'
import { lastDayOfMonth, rhythms } from './schedule-text.ts'

interface RhythmFieldsProps {
  draft: ScheduleDraft
  timeZone: string
  timeFault: string | undefined
  change(part: Partial<ScheduleDraft>): void
}

export function RhythmFields({ draft, timeZone, timeFault, change }: RhythmFieldsProps) {
  const { t } = useTranslation('report-schedules')
  const format = useFormat()
  const { every, weekday, day, time } = draft
  const days = Array.from({ length: lastDayOfMonth }, (_, at) => String(at + 1))
  return (
    <>
      <Input.Wrapper label={t('fields.rhythm')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('fields.rhythm')}
          value={every}
          onChange={(value) => {
            const chosen = value as ScheduleDraft['every']
            change({ every: chosen, period: usualPeriods[chosen] })
          }}
          data={rhythms.map((value) => ({ value, label: t(`rhythms.${value}`) }))}
        />
      </Input.Wrapper>
      <Group grow align="start">
        {every === 'weekly' && (
          <Select
            label={t('fields.weekday')}
            allowDeselect={false}
            data={weekdays.map((value, at) => ({ value, label: format.weekdayName(at + 1) }))}
            value={weekday}
            onChange={(value) => change({ weekday: value as ScheduleDraft['weekday'] })}
          />
        )}
        {every === 'monthly' && (
          <Select
            label={t('fields.day')}
            allowDeselect={false}
            data={[
              ...days.map((value) => ({ value, label: value })),
              { value: 'last', label: t('fields.lastDay') },
            ]}
            value={String(day)}
            onChange={(value) => change({ day: value === 'last' ? 'last' : Number(value) })}
          />
        )}
        <TextInput
          label={t('fields.time')}
          description={t('fields.timeZone', { zone: timeZone })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="time"
          required
          withAsterisk={false}
          value={time}
          onChange={(event) => change({ time: event.currentTarget.value })}
          error={timeFault}
        />
      </Group>
    </>
  )
}
