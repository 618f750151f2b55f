// Shown while the report of a schedule is being changed in the builder: saves it to the schedule.

import { Alert, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../../ui/failure.tsx'
import type { ScheduledRequest } from './schedule-api.ts'
import { changeSchedule } from './schedule-api.ts'
import { useKnownFault } from './use-known-fault.ts'
import { schedulesKey, useSchedules } from './use-schedules.ts'

interface ScheduledReportProps {
  scheduleId: string
  request: ScheduledRequest
  onEnd(): void
}

export function ScheduledReport({ scheduleId, request, onEnd }: ScheduledReportProps) {
  const { t } = useTranslation('report-schedules')
  const queries = useQueryClient()
  const schedule = useSchedules().data?.find(({ id }) => id === scheduleId)
  const saving = useMutation({
    // The schedule keeps its language and units, which are those of its readers.
    mutationFn: () => {
      const { language, units, dialect } = schedule!.request
      const readers = {
        ...(language && { language }),
        ...(units && { units }),
        ...(dialect && { dialect }),
      }
      return changeSchedule(schedule!, { request: { ...request, ...readers } })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: schedulesKey })
      notifications.show({ message: t('ui:saved') })
      onEnd()
    },
  })
  const error = useKnownFault(saving.error)
  if (!schedule) return null
  return (
    <Alert icon={<IconCalendarRepeat size={18} />} title={t('report.title', { name: schedule.name })}>
      <Text size="sm">{t('report.hint')}</Text>
      {error && <Failure error={error} />}
      <Group mt="xs" gap="xs">
        <Button size="compact-sm" loading={saving.isPending} onClick={() => saving.mutate()}>
          {t('report.save')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onEnd}>
          {t('ui:cancel')}
        </Button>
      </Group>
    </Alert>
  )
}
