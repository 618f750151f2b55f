// On-call schedules, each with the calendar of the next weeks.

import { Button, Group, Loader, Paper, Text, Title } from '@mantine/core'
import type { OnCallSchedule } from '@rastro/client'
import { IconCalendarUser, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useMay } from '../../session/use-me.ts'
import { DangerDialog } from '../../ui/danger-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Page } from '../../ui/page.tsx'
import { schedulesKey, useSchedules } from './escalation-api.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { ShiftCalendar } from './shift-calendar.tsx'

export function OnCallPage() {
  const { t } = useTranslation('escalation')
  const mayManage = useMay()('alerts.manage')
  const schedules = useSchedules()
  const [editing, setEditing] = useState<OnCallSchedule | 'new'>()
  const create = mayManage && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
      {t('schedules.create')}
    </Button>
  )
  return (
    <Page isWide title={t('schedules.title')} subtitle={t('schedules.hint')} actions={create}>
      {schedules.error && (
        <Failure error={schedules.error} onRetry={() => inBackground(schedules.refetch())} />
      )}
      {schedules.isPending && <Loader aria-label={t('ui:loading')} />}
      {schedules.data?.length === 0 && (
        <Empty
          icon={<IconCalendarUser size={32} stroke={1.3} />}
          title={t('schedules.empty')}
          description={t('schedules.emptyHint')}
        />
      )}
      {schedules.data?.map((schedule) => (
        <ScheduleCard
          key={schedule.id}
          schedule={schedule}
          mayManage={mayManage}
          onEdit={() => setEditing(schedule)}
        />
      ))}
      {editing && (
        <ScheduleDialog
          {...(editing !== 'new' && { schedule: editing })}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Page>
  )
}

interface ScheduleCardProps {
  schedule: OnCallSchedule
  mayManage: boolean
  onEdit(): void
}

function ScheduleCard({ schedule, mayManage, onEdit }: ScheduleCardProps) {
  const { t } = useTranslation('escalation')
  const queries = useQueryClient()
  const [isDeleting, setIsDeleting] = useState(false)
  const path = { onCallScheduleId: schedule.id }
  const now = useQuery({
    queryKey: [...schedulesKey, schedule.id, 'now'],
    queryFn: () => rastro.get('/api/onCallSchedules/{onCallScheduleId}/onCall', { path }),
    refetchInterval: 60_000,
  }).data
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={schedule.name}>
      <Group justify="space-between" align="flex-start" mb="xs">
        <div>
          <Title order={2} size="h4">
            {schedule.name}
          </Title>
          {now && (
            <Text size="sm" {...(!now.onCall && { c: 'red', fw: 600 })}>
              {now.onCall ? t('schedules.now', { name: now.onCall.name }) : t('schedules.nobodyNow')}
            </Text>
          )}
        </div>
        {mayManage && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={onEdit}>
              {t('edit')}
            </Button>
            <Button size="compact-sm" variant="subtle" color="red" onClick={() => setIsDeleting(true)}>
              {t('delete')}
            </Button>
          </Group>
        )}
      </Group>
      <ShiftCalendar schedule={schedule} mayManage={mayManage} />
      {isDeleting && (
        <DangerDialog
          title={t('schedules.deleteTitle', { name: schedule.name })}
          action={t('delete')}
          word={schedule.name}
          onConfirm={async () => {
            await rastro.delete('/api/onCallSchedules/{onCallScheduleId}', { path })
            await queries.invalidateQueries({ queryKey: schedulesKey })
          }}
          onClose={() => setIsDeleting(false)}
        >
          {t('schedules.deleteHint')}
        </DangerDialog>
      )}
    </Paper>
  )
}
