// The health of the installation as its processes report it: in the directory that cells share, otherwise in the own
// database.

import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { BackupRun, DoctorRun, ProcessReport } from './installation.types.ts'

const keptHours = 24

/** Replaces the earlier report of the process, and deletes those of processes that are long gone. */
export async function keepReport(directory: Db, report: ProcessReport): Promise<void> {
  const { id, cell, role, version, host, startedAt, reportedAt, unavailable } = report
  await directory`
    with gone as (
      delete from process_reports
      where reported_at < ${reportedAt}::timestamptz - make_interval(hours => ${keptHours}::int) and id <> ${id}::uuid)
    insert into process_reports (id, cell, role, version, host, started_at, reported_at, unavailable, event_loop_ms,
      memory_bytes, measures)
    values (${id}::uuid, ${cell}, ${role}, ${version}, ${host}, ${startedAt}, ${reportedAt}, ${unavailable}::text[],
      ${report.eventLoopMs}, ${report.memoryBytes}, ${JSON.stringify(report.measures)}::jsonb)
    on conflict (id) do update set reported_at = excluded.reported_at, unavailable = excluded.unavailable,
      event_loop_ms = excluded.event_loop_ms, memory_bytes = excluded.memory_bytes, measures = excluded.measures`
}

/** A process that stops in order is not missed. */
export async function deleteReport(directory: Db, id: string): Promise<void> {
  await directory`delete from process_reports where id = ${id}::uuid`
}

export function listReports(directory: Db, since: Date, limit: number): Promise<ProcessReport[]> {
  return directory<ProcessReport>`
    select id, cell, role, version, host, started_at, reported_at, unavailable, event_loop_ms, memory_bytes, measures
    from process_reports where reported_at >= ${since} order by cell, role, started_at, id limit ${limit}`
}

export async function keepDoctorRun(directory: Db, { cell, runAt, findings }: DoctorRun): Promise<void> {
  await directory`
    insert into doctor_runs (cell, run_at, findings) values (${cell}, ${runAt}, ${JSON.stringify(findings)}::jsonb)
    on conflict (cell) do update set run_at = excluded.run_at, findings = excluded.findings`
}

export function listDoctorRuns(directory: Db): Promise<DoctorRun[]> {
  return directory<DoctorRun>`select cell, run_at, findings from doctor_runs order by cell`
}

export async function keepBackupRun(directory: Db, cell: number, takenAt: Date): Promise<void> {
  await directory`
    insert into backup_runs (cell, taken_at) values (${cell}, ${takenAt})
    on conflict (cell) do update set taken_at = greatest(backup_runs.taken_at, excluded.taken_at)`
}

export function listBackupRuns(directory: Db): Promise<BackupRun[]> {
  return directory<BackupRun>`select cell, taken_at from backup_runs order by cell`
}

/** Of the user. Requests at the same time are counted one after the other. */
export async function lockEmail(db: AccountDb, userId: string): Promise<string> {
  const [row] = await db<{ email: string }>`
    select email from users where account_id = ${db.accountId} and id = ${userId} for update`
  return row!.email
}

/** Messages that should have left already, up to `max`, in the own cell. */
export async function countDue(
  db: Db,
  now: Date,
  max: number,
): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await db<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(due_at) as oldest from (
      select due_at from notifications
      where state = 'waiting' and channel in ('email', 'sms', 'push', 'telegram', 'chat', 'whatsapp', 'voice') and urgent in (true, false) and due_at <= ${now}
      order by due_at limit ${max}) as due`
  return row!
}
