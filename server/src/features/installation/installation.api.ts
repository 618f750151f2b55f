// The health of the whole installation for operators, over all cells.

import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ForbiddenError } from '../../platform/http/errors.ts'
import { findOperating } from '../accounts/operator.api.ts'
import * as queries from './installation.queries.ts'
import type { BackupRun, DoctorRun, ProcessReport, StoredFinding } from './installation.types.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'now'>

/** A process that has not reported for this long is missing. */
const missingAfterMs = 45_000
const shownForMs = 3_600_000
const maxProcesses = 1_000

export interface InstallationHealth {
  processes: (ProcessReport & { state: 'ready' | 'notReady' | 'missing' })[]
  doctor: DoctorRun[]
  backups: BackupRun[]
}

const directoryOf = ({ db, cells }: Pick<Needs, 'db' | 'cells'>) => cells?.directory ?? db.directory

export async function getInstallationHealth(
  ctx: Needs & Pick<Context, 'config'>,
  caller: Caller,
): Promise<InstallationHealth> {
  await requireOperator(ctx, caller)
  const now = ctx.now().getTime()
  const directory = directoryOf(ctx)
  const reports = await queries.listReports(directory, new Date(now - shownForMs), maxProcesses)
  return {
    processes: reports.map((report) => ({ ...report, state: stateOf(report, now) })),
    doctor: await queries.listDoctorRuns(directory),
    backups: await queries.listBackupRuns(directory),
  }
}

export async function requireOperator(ctx: Needs & Pick<Context, 'config'>, caller: Caller): Promise<void> {
  if ((await findOperating(ctx, caller)).isOperator) return
  throw new ForbiddenError(
    'installation.operators_only',
    'Only operators who signed in see the installation.',
  )
}

function stateOf({ reportedAt, unavailable }: ProcessReport, now: number): 'ready' | 'notReady' | 'missing' {
  if (now - reportedAt.getTime() > missingAfterMs) return 'missing'
  return unavailable.length > 0 ? 'notReady' : 'ready'
}

export function keepDoctorRun(ctx: Needs, findings: StoredFinding[]): Promise<void> {
  return queries.keepDoctorRun(directoryOf(ctx), { cell: ctx.cells?.own ?? 0, runAt: ctx.now(), findings })
}

/** A backup whose files were compared with their checksums. */
export function keepBackupRun(ctx: Pick<Needs, 'db' | 'cells'>, takenAt: Date): Promise<void> {
  return queries.keepBackupRun(directoryOf(ctx), ctx.cells?.own ?? 0, takenAt)
}
