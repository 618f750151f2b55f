// What belongs to no account and still names one: jobs, operators, identifiers whose meaning changed, unknown trackers.
// The application deletes it.

import type { Db } from '../../platform/db/db.ts'

/** Devices that were deleted, and whose history may not be yet. */
export async function listForgottenDevices(directory: Db, accountId: number): Promise<number[]> {
  const rows = await directory<{ device: number }>`
    select distinct (data ->> 'deviceNumber')::int as device from pgboss.job
    where data ->> 'accountId' = ${String(accountId)} and data ->> 'deviceNumber' is not null`
  return rows.map(({ device }) => device)
}

export async function deleteJobs(directory: Db, accountId: number): Promise<number> {
  const rows = await directory`
    delete from pgboss.job where data ->> 'accountId' = ${String(accountId)} returning id`
  return rows.length
}

/** Users of the account who run the installation. */
export async function deleteOperators(directory: Db, accountId: number): Promise<void> {
  await directory`
    delete from operators o using directory_users u
    where u.account_id = ${accountId} and u.user_name = lower(o.user_name)`
}

/** An identifier that another account has now is still that account's. */
export async function deleteTraces(directory: Db, accountId: number, identifiers: string[]): Promise<void> {
  await directory`delete from rulebook_changes where account_id = ${accountId}`
  await directory`
    delete from directory_changes where identifier = any(${identifiers}::text[])
      and identifier not in (
        select i.identifier from directory_identifiers i where i.identifier = any(${identifiers}::text[]))`
  await directory`delete from quarantine where identifier = any(${identifiers}::text[])`
}
