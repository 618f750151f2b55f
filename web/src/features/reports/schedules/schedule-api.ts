// Calls of the API for report schedules.

import type { CallOptions, ReportSchedule } from '@rastro/client'
import { rastro } from '../../../session/session.ts'

export type ScheduleBody = CallOptions<'/api/reportSchedules', 'post'>['body']
export type ScheduledRequest = ScheduleBody['request']
export type ReportFormat = ReportSchedule['formats'][number]

const pageSize = 200

export async function readSchedules(): Promise<ReportSchedule[]> {
  return (await rastro.get('/api/reportSchedules', { query: { limit: pageSize } })).reportSchedules
}

export function readScheduleRuns(scheduleId: string, limit: number, cursor: string | undefined) {
  return rastro.get('/api/reportSchedules/{scheduleId}/runs', {
    path: { scheduleId },
    query: { limit, ...(cursor !== undefined && { cursor }) },
  })
}

export async function createSchedule(body: ScheduleBody): Promise<void> {
  await rastro.post('/api/reportSchedules', { body })
}

export async function enableSchedule(scheduleId: string, enabled: boolean): Promise<void> {
  await rastro.patch('/api/reportSchedules/{scheduleId}', { path: { scheduleId }, body: { enabled } })
}

/** Not by a merge patch, which would keep what another rhythm or request leaves out. */
export async function changeSchedule(
  schedule: ReportSchedule,
  changed: Partial<ScheduleBody>,
): Promise<void> {
  const { id, name, request, formats, rhythm, time, period, recipients, sendsEmpty, enabled } = schedule
  await rastro.put('/api/reportSchedules/{scheduleId}', {
    path: { scheduleId: id },
    body: { name, request, formats, rhythm, time, period, recipients, sendsEmpty, enabled, ...changed },
  })
}

export async function deleteSchedule(scheduleId: string): Promise<void> {
  await rastro.delete('/api/reportSchedules/{scheduleId}', { path: { scheduleId } })
}

export async function testSchedule(scheduleId: string): Promise<void> {
  await rastro.post('/api/reportSchedules/{scheduleId}/test', { path: { scheduleId } })
}
