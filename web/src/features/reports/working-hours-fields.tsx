// Which hours of the week are working hours, for the report of work time.

import { Input, MultiSelect, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import styles from './reports.module.css'
import type { ReportsSearch, SearchChange } from './reports-search.ts'
import { weekdays } from './weekdays.ts'
import type { WorkingHours } from './working-hours.ts'
import { workingHoursInUrl, workingHoursOf } from './working-hours.ts'

interface WorkingHoursFieldsProps {
  search: ReportsSearch
  change(part: SearchChange): void
}

export function WorkingHoursFields({ search, change }: WorkingHoursFieldsProps) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const id = useId()
  const hours = workingHoursOf(search)
  const set = (part: Partial<WorkingHours>) => change(workingHoursInUrl({ ...hours, ...part }))
  // A browser reports an incomplete time as empty.
  const setTime = (name: 'from' | 'to') => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    if (value !== '') set({ [name]: value })
  }
  return (
    <>
      <MultiSelect
        label={t('workingHours.days')}
        data={weekdays.map((value, at) => ({ value, label: format.weekdayName(at + 1) }))}
        value={hours.days}
        onChange={(days) => days.length > 0 && set({ days: days as WorkingHours['days'] })}
      />
      <Input.Wrapper
        label={t('workingHours.label')}
        labelElement="div"
        labelProps={{ id }}
        description={hours.to <= hours.from ? t('workingHours.overnight') : undefined}
        inputWrapperOrder={['label', 'input', 'description']}
      >
        <fieldset className={styles.times} aria-labelledby={id}>
          <TextInput
            type="time"
            aria-label={t('workingHours.from')}
            value={hours.from}
            onChange={setTime('from')}
          />
          <span aria-hidden>–</span>
          <TextInput
            type="time"
            aria-label={t('workingHours.to')}
            value={hours.to}
            onChange={setTime('to')}
          />
        </fieldset>
      </Input.Wrapper>
    </>
  )
}
