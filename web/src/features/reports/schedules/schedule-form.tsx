// Creates a schedule for the report as it is built, or edits one.

import { Checkbox, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReportSchedule } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../ui/draft.ts'
import { faultAt, faultUnder } from '../../../ui/faults.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { RecipientsField } from './recipients-field.tsx'
import { RhythmFields } from './rhythm-fields.tsx'
import type { ReportFormat, ScheduledRequest } from './schedule-api.ts'
import { changeSchedule, createSchedule } from './schedule-api.ts'
import { bodyOf, draftOf, isWhole, maxFormats, newDraft } from './schedule-draft.ts'
import { useKnownFault } from './use-known-fault.ts'
import { schedulesKey } from './use-schedules.ts'

const formats: ReportFormat[] = ['pdf', 'xlsx', 'csv', 'html', 'json', 'ndjson']
const periods = ['yesterday', 'lastWeek', 'lastMonth'] as const

interface ScheduleFormProps {
  /** Of the report. */
  title: string
  timeZone: string
  /** What a new schedule sends. An edited one keeps its own. */
  request: ScheduledRequest
  schedule?: ReportSchedule
  onClose(): void
}

export function ScheduleForm({ title, timeZone, request, schedule, onClose }: ScheduleFormProps) {
  const { t } = useTranslation('report-schedules')
  const queries = useQueryClient()
  const draft = useDraft(`reportSchedule:${schedule?.id ?? `new:${request.report}`}`, () =>
    schedule ? draftOf(schedule) : newDraft(title),
  )
  const { value, change } = draft
  const saving = useMutation({
    mutationFn: () =>
      schedule ? changeSchedule(schedule, bodyOf(value)) : createSchedule({ ...bodyOf(value), request }),
    onSuccess: async () => {
      draft.saved()
      await queries.invalidateQueries({ queryKey: schedulesKey })
      notifications.show({ message: t(schedule ? 'ui:saved' : 'created') })
      onClose()
    },
  })
  const error = useKnownFault(saving.error)
  return (
    <FormDialog
      title={t(schedule ? 'editTitle' : 'createTitle', { title })}
      action={t(schedule ? 'ui:save' : 'create')}
      sending={{ ...saving, error, mutate: () => saving.mutate() }}
      isWhole={isWhole(value)}
      fieldsWithFault={['name', 'time', 'period', 'recipients']}
      size="lg"
      draft={draft}
      onClose={onClose}
    >
      <TextInput
        label={t('fields.name')}
        description={t('fields.nameHint')}
        required
        withAsterisk={false}
        maxLength={200}
        data-autofocus
        value={value.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={faultAt(error, 'name')}
      />
      <RhythmFields draft={value} timeZone={timeZone} timeFault={faultAt(error, 'time')} change={change} />
      <Select
        label={t('fields.period')}
        allowDeselect={false}
        data={periods.map((period) => ({ value: period, label: t(`periods.${period}`) }))}
        value={value.period}
        onChange={(period) => change({ period: period as ReportSchedule['period'] })}
        error={faultAt(error, 'period')}
      />
      <Checkbox.Group
        label={t('fields.formats')}
        description={t('fields.formatsHint', { max: maxFormats })}
        value={value.formats}
        onChange={(chosen) => change({ formats: chosen as ReportFormat[] })}
      >
        <Stack gap={6} mt={6}>
          {formats.map((format) => (
            <Checkbox
              key={format}
              value={format}
              label={t(`reports:formats.${format}`)}
              disabled={value.formats.length >= maxFormats && !value.formats.includes(format)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <RecipientsField
        chosen={value.recipients}
        fault={faultUnder(error, 'recipients')}
        onChange={(recipients) => change({ recipients })}
      />
      <Switch
        label={t('fields.sendsEmpty')}
        checked={value.sendsEmpty}
        onChange={(event) => change({ sendsEmpty: event.currentTarget.checked })}
      />
      <Text size="xs" c="dimmed">
        {t('actsForYou')}
      </Text>
    </FormDialog>
  )
}
