import type { AccountDb } from '../../platform/db/db.ts'

/** Which of these devices are in which of these groups. */
export function listMembers(
  db: AccountDb,
  groupIds: string[],
  deviceNumbers: number[],
): Promise<{ groupId: string; deviceNumber: number }[]> {
  return db<{ groupId: string; deviceNumber: number }>`
    select group_id, device_number from group_devices
    where account_id = ${db.accountId} and group_id = any(${groupIds}::text[])
      and device_number = any(${deviceNumbers}::int[])`
}
