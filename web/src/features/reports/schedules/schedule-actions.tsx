// What can be done with a schedule: test, history, change, pause, delete.

import { Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReportSchedule, ReportType } from '@rastro/client'
import {
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconReportAnalytics,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { searchOf } from '../report-request.ts'
import { deleteSchedule, enableSchedule, testSchedule } from './schedule-api.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { ScheduleRuns } from './schedule-runs.tsx'
import { faultText } from './schedule-text.ts'
import { schedulesKey } from './use-schedules.ts'

type Doing = 'history' | 'edit' | 'delete'

interface ScheduleActionsProps {
  schedule: ReportSchedule
  type: ReportType | undefined
  mayManage: boolean
}

export function ScheduleActions({ schedule, type, mayManage }: ScheduleActionsProps) {
  const { t } = useTranslation('report-schedules')
  const queries = useQueryClient()
  const go = useNavigate()
  const [doing, setDoing] = useState<Doing>()
  const stop = () => setDoing(undefined)
  const { id, name, enabled, request } = schedule
  const refetch = () => queries.invalidateQueries({ queryKey: schedulesKey })
  const acting = useMutation({
    mutationFn: async (what: 'test' | 'pause' | 'resume') => {
      if (what === 'test') await testSchedule(id)
      else await enableSchedule(id, what === 'resume')
    },
    onSuccess: async (_, what) => {
      notifications.show({ message: t(`done.${what}`, { name }) })
      if (what === 'test') setDoing('history')
      await refetch()
    },
    onError: (error) => notifications.show({ color: 'red', role: 'alert', message: faultText(error, t) }),
  })
  const openReport = () =>
    inBackground(go({ to: '/reports', search: { ...searchOf(request, type), schedule: id } }))
  return (
    <>
      <RowMenu label={t('actionsOf', { name })}>
        {mayManage && (
          <Menu.Item leftSection={<IconSend size={16} />} onClick={() => acting.mutate('test')}>
            {t('actions.test')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => setDoing('history')}>
          {t('actions.history')}
        </Menu.Item>
        {mayManage && (
          <>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDoing('edit')}>
              {t('ui:edit')}
            </Menu.Item>
            <Menu.Item leftSection={<IconReportAnalytics size={16} />} onClick={openReport}>
              {t('actions.report')}
            </Menu.Item>
            <Menu.Item
              leftSection={enabled ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
              onClick={() => acting.mutate(enabled ? 'pause' : 'resume')}
            >
              {t(enabled ? 'actions.pause' : 'actions.resume')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setDoing('delete')}>
              {t('ui:delete')}
            </Menu.Item>
          </>
        )}
      </RowMenu>
      {doing === 'history' && <ScheduleRuns schedule={schedule} onClose={stop} />}
      {doing === 'edit' && (
        <ScheduleForm
          title={type?.title ?? name}
          timeZone={schedule.timeZone}
          request={request}
          schedule={schedule}
          onClose={stop}
        />
      )}
      {doing === 'delete' && (
        <ConfirmDialog
          title={t('delete.title')}
          action={t('ui:delete')}
          onConfirm={async () => {
            await deleteSchedule(id)
            await refetch()
          }}
          onClose={stop}
        >
          <Text size="sm">{t('delete.hint', { name })}</Text>
        </ConfirmDialog>
      )}
    </>
  )
}
