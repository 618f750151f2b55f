import type { AccountDb, Db } from '../../platform/db/db.ts'

export async function pageDevices(db: AccountDb, after: number, limit: number): Promise<number[]> {
  const rows = await db<{ deviceNumber: number }>`
    select device_number from trip_states where account_id = ${db.accountId} and device_number > ${after}
    order by device_number limit ${limit}`
  return rows.map(({ deviceNumber }) => deviceNumber)
}

/** An earlier request that reaches further back stays, with its cause. A device that waits after a failure is tried again. */
export function requestRedo(
  db: AccountDb,
  since: Date | null,
  deviceNumbers: number[],
): Promise<{ deviceNumber: number }[]> {
  return db<{ deviceNumber: number }>`
    update trip_states set redo_from = least(redo_from, coalesce(${since}::timestamptz, '-infinity')), redo_until = null,
      redo_cause = coalesce(redo_cause, 'recomputed'), not_before = '-infinity'
    where account_id = ${db.accountId} and device_number = any(${deviceNumbers}::int[])
    returning device_number`
}

/** Over all accounts, without those that are being moved. */
export async function countRedo(db: Db): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from trip_states s
    where s.redo_from is not null and not exists (select from moves m where m.account_id = s.account_id)`
  return row!.count
}

export async function countRedoOfAccount(db: AccountDb, deviceNumber: number | undefined): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from trip_states
    where account_id = ${db.accountId} and device_number = coalesce(${deviceNumber ?? null}::int, device_number)
      and redo_from is not null`
  return row!.count
}

export async function findDeviceNumber(db: AccountDb, deviceId: string): Promise<number | undefined> {
  const [row] = await db<{ number: number }>`
    select number from devices where account_id = ${db.accountId} and id = ${deviceId}`
  return row?.number
}
