// Reports that commands request, without a caller of the API.

import type { Context, Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { ReportRun, RunRequest } from './report.types.ts'
import { createRun, openFile } from './run.ts'
import { createSchedule } from './schedules/schedule.ts'
import type { ScheduleDocument } from './schedules/schedule.types.ts'

/** A reporter writes its file. */
export function requestReport(ctx: Tx, caller: Caller, request: RunRequest): Promise<ReportRun> {
  return createRun(ctx, caller, request)
}

/** The whole file of a finished report. */
export async function readReport(ctx: Pick<Context, 'db'>, caller: Caller, id: string): Promise<Buffer> {
  const { bytes, read } = await openFile(ctx, caller, id)
  return Buffer.concat(await Array.fromAsync(read(0, bytes)))
}

/** Returns its id. */
export function scheduleReport(ctx: Tx, caller: Caller, schedule: ScheduleDocument): Promise<string> {
  return createSchedule(ctx, caller, schedule, schedule.request.language)
}
