// Files of runs, in parts: a file is read and written part by part, on whatever machine.

import type { AccountDb } from '../../platform/db/db.ts'

export const partBytes = 262_144

export async function insertPart(
  db: AccountDb,
  runNumber: number,
  part: number,
  bytes: Uint8Array,
): Promise<void> {
  await db`
    insert into report_files (account_id, run_number, part, bytes)
    values (${db.accountId}, ${runNumber}, ${part}, ${bytes})`
}

export async function findPart(db: AccountDb, runNumber: number, part: number): Promise<Buffer | undefined> {
  const [row] = await db<{ bytes: Buffer }>`
    select bytes from report_files
    where account_id = ${db.accountId} and run_number = ${runNumber} and part = ${part}`
  return row?.bytes
}

export async function deleteParts(db: AccountDb, runNumber: number): Promise<void> {
  await db`delete from report_files where account_id = ${db.accountId} and run_number = ${runNumber}`
}
