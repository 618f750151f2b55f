// Which hours of the week are working hours, for the report of work time.

import { MultiSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
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
  const hours = workingHoursOf(search)
  const set = (part: Partial<WorkingHours>) => change(workingHoursInUrl({ ...hours, ...part }))
  // A browser reports an incomplete time as empty.
  const setTime = (name: 'from' | 'to') => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    if (value !== '') set({ [name]: value })
  }
  const isOvernight = hours.to <= hours.from
  return (
    <>
      <MultiSelect
        label={t('workingHours.days')}
        searchable
        data={weekdays.map((value, at) => ({ value, label: format.weekdayShort(at + 1) }))}
        value={hours.days}
        onChange={(days) => days.length > 0 && set({ days: days as WorkingHours['days'] })}
      />
      <TextInput type="time" label={t('workingHours.from')} value={hours.from} onChange={setTime('from')} />
      <TextInput
        type="time"
        label={t('workingHours.to')}
        description={isOvernight && t('workingHours.overnight')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={hours.to}
        onChange={setTime('to')}
      />
    </>
  )
}
