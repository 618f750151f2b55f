import type { rastro } from '../../session/session.ts'

type ShiftPath = '/api/onCallSchedules/{onCallScheduleId}/shifts'
export type Shift = Awaited<ReturnType<typeof rastro.get<ShiftPath>>>['shifts'][number]
