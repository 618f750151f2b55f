// What a report is about: period, devices and groups, grouping, columns.

import { MultiSelect, NumberInput, Select } from '@mantine/core'
import type { ReportType } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { DevicePicker } from '../../ui/device-picker.tsx'
import type { Period, PeriodText } from '../../ui/period/period.ts'
import { PeriodPicker } from '../../ui/period/period-picker.tsx'
import { useGroupNames } from '../../ui/trips/use-group-names.ts'
import { ColumnPicker } from './column-picker.tsx'
import {
  columnsInUrl,
  columnsOf,
  dayValues,
  defaultPlannedHours,
  temperatureRange,
} from './report-request.ts'
import styles from './reports.module.css'
import type { ReportsSearch, SearchChange } from './reports-search.ts'
import { joinList, splitList } from './reports-search.ts'
import { WorkingHoursFields } from './working-hours-fields.tsx'

const presets = ['yesterday', 'lastWeek', 'lastMonth', 'week', 'month'] as const

interface ReportBuilderProps {
  type: ReportType
  search: ReportsSearch
  text: PeriodText
  /** Undefined while the text cannot be parsed. */
  period: Period | undefined
  timeZone: string
  change(part: SearchChange): void
  onRefresh(): void
}

export function ReportBuilder({ type, search, change, onRefresh, ...shown }: ReportBuilderProps) {
  const { t } = useTranslation('reports')
  const devices = splitList(search.devices)
  const groups = splitList(search.groups)
  const groupNames = useGroupNames(true)
  const unknownGroups = groups.filter((id) => !groupNames.has(id))
  const grouping = type.groupings.find((one) => one === search.by) ?? type.groupings[0]
  return (
    <section className={styles.builder} aria-label={t('builder')}>
      <PeriodPicker
        {...shown}
        presets={presets}
        isOfDays
        onChange={(text) => change({ ...text })}
        onRefresh={onRefresh}
      />
      <div className={styles.fields}>
        <DevicePicker
          label={t('devices')}
          placeholder={devices.length === 0 ? t('allDevices') : ''}
          clearable
          value={devices}
          onChange={(ids) => change({ devices: joinList(ids) })}
        />
        {(groupNames.size > 0 || groups.length > 0) && (
          <MultiSelect
            label={t('groups')}
            placeholder={groups.length === 0 ? t('allGroups') : ''}
            searchable
            clearable
            data={[
              ...[...groupNames].map(([value, label]) => ({ value, label })),
              ...unknownGroups.map((id) => ({ value: id, label: id })),
            ]}
            value={groups}
            onChange={(ids) => change({ groups: joinList(ids) })}
          />
        )}
        {type.groupings.length > 1 && (
          <Select
            label={t('groupBy')}
            allowDeselect={false}
            data={type.groupings.map((value) => ({ value, label: t(`groupings.${value}`) }))}
            value={grouping ?? null}
            onChange={(by) => change({ by: by === null || by === type.groupings[0] ? undefined : by })}
          />
        )}
        {type.report === 'days' && (
          <Select
            label={t('cells.label')}
            allowDeselect={false}
            data={dayValues.map((value) => ({ value, label: t(`cells.${value}`) }))}
            value={dayValues.find((one) => one === search.cells) ?? dayValues[0]}
            onChange={(value) =>
              change({ cells: value === null || value === dayValues[0] ? undefined : value })
            }
          />
        )}
        {type.report === 'engineHours' && (
          <NumberInput
            label={t('planned')}
            min={0.5}
            max={24}
            step={0.5}
            decimalScale={1}
            value={Number(search.planned ?? defaultPlannedHours)}
            onChange={(hours) =>
              change({ planned: Number(hours) === defaultPlannedHours ? undefined : String(hours) })
            }
          />
        )}
        {type.report === 'workTime' && <WorkingHoursFields search={search} change={change} />}
        {type.report === 'temperature' &&
          (['min', 'max'] as const).map((end) => (
            <NumberInput
              key={end}
              label={t(`temperature.${end}`)}
              {...temperatureRange}
              decimalScale={1}
              suffix=" °C"
              value={search[end] ?? ''}
              onChange={(celsius) => change({ [end]: celsius === '' ? undefined : String(celsius) })}
            />
          ))}
        {/* Those of a table of days are the days. */}
        {type.report !== 'days' && (
          <ColumnPicker
            columns={type.columns}
            chosen={columnsOf(search, type)}
            isDefault={search.columns === undefined}
            onChange={(chosen) => change({ columns: columnsInUrl(chosen, search, type) })}
            onReset={() => change({ columns: undefined })}
          />
        )}
      </div>
    </section>
  )
}
