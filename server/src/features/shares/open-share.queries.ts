// Finds a share by its secret.

import { isAccountActive } from '../../platform/db/account-status.queries.ts'
import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { OpenShare, SharedDevice, ShareField } from './share.types.ts'

export async function findBySecret(
  directory: Db,
  secretHash: Buffer,
): Promise<{ accountId: number; number: number } | undefined> {
  const [row] = await directory<{ accountId: number; number: number }>`
    select account_id, share_number as number from directory_shares where secret_hash = ${secretHash}`
  return row
}

interface Row {
  name: string
  shownFrom: Date | null
  shownTo: Date | null
  createdAt: Date
  expiresAt: Date
  fields: ShareField[]
  showsNames: boolean
}

/** Nothing while the account is not active. */
export async function findOpenShare(db: AccountDb, number: number): Promise<OpenShare | undefined> {
  const [row] = await db<Row>`
    select name, shown_from, shown_to, created_at, expires_at, fields, shows_names
    from shares s
    where account_id = ${db.accountId} and number = ${number} and ${isAccountActive(sql`s`)}`
  if (!row) return undefined
  const { shownFrom, shownTo, ...share } = row
  const devices = await db<SharedDevice>`
    select t.ordinal, t.device_number, d.id as device_id, d.name
    from share_devices t join devices d on d.account_id = t.account_id and d.number = t.device_number
    where t.account_id = ${db.accountId} and t.share_number = ${number} order by t.ordinal`
  const period = shownFrom && shownTo ? { from: shownFrom, to: shownTo } : undefined
  return { ...share, accountId: db.accountId, number, period, devices }
}
