import type { Db } from '../../platform/db.ts'
export async function insertNotifications(
  _db: Db,
  _alerts: {
    accountId: number
    alertNumber: number
    deviceNumber: number
    ruleNumber: number
    topic: string
  }[],
  _now: Date,
): Promise<void> {}
