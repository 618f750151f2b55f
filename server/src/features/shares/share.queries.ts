import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readPage } from '../../platform/db/paging.queries.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { ShareField, StoredShare } from './share.types.ts'

const shareJson = sql`json_build_object(
  'id', s.id, 'name', s.name, 'type', case when s.shown_from is null then 'live' else 'historic' end,
  'from', iso_time(s.shown_from), 'to', iso_time(s.shown_to), 'expiresAt', iso_time(s.expires_at),
  'devices', array(
    select d.id from share_devices t join devices d on d.account_id = t.account_id and d.number = t.device_number
    where t.account_id = s.account_id and t.share_number = s.number order by t.ordinal),
  'fields', s.fields, 'showNames', s.shows_names, 'createdBy', s.made_by, 'createdAt', iso_time(s.created_at),
  'modifiedAt', iso_time(s.modified_at))`

/** Callers without full scope see the shares that show only devices in their scope. */
function isShareSeen(scope: DeviceScope): Fragment {
  if (scope.kind === 'all') return sql`true`
  const ofShare = sql`share_devices t join devices d on d.account_id = t.account_id and d.number = t.device_number
    where t.account_id = s.account_id and t.share_number = s.number`
  return sql`exists (select from ${ofShare})
    and not exists (select from ${ofShare} and not (${isDeviceSeen(scope)}))`
}

export async function findShare(
  db: AccountDb,
  scope: DeviceScope,
  id: string,
): Promise<{ version: number; json: string; secretSealed: Buffer } | undefined> {
  const [row] = await db<{ version: number; json: string; secretSealed: Buffer }>`
    select s.version, ${shareJson}::text as json, s.secret_sealed
    from shares s where s.account_id = ${db.accountId} and s.id = ${id} and ${isShareSeen(scope)}`
  return row
}

export function listShares(db: AccountDb, scope: DeviceScope, cursor: PageCursor): Promise<Page> {
  return readPage(db, cursor, {
    numbers: sql`
      select s.number from shares s
      where s.account_id = ${db.accountId} and s.number > ${cursor.after}::bigint and ${isShareSeen(scope)}`,
    records: sql`
      select s.number, ${shareJson} as json
      from page join shares s on s.account_id = ${db.accountId} and s.number = page.number`,
  })
}

export async function lockShare(
  db: AccountDb,
  scope: DeviceScope,
  id: string,
): Promise<StoredShare | undefined> {
  const [row] = await db<StoredShare>`
    select s.number, s.id, s.version, s.name, s.secret_sealed, s.expires_at
    from shares s where s.account_id = ${db.accountId} and s.id = ${id} and ${isShareSeen(scope)}
    for no key update of s`
  return row
}

export async function countShares(db: AccountDb): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from shares where account_id = ${db.accountId}`
  return row!.count
}

/** The devices that are in scope. */
export function findDevices(
  db: AccountDb,
  scope: DeviceScope,
  ids: string[],
): Promise<{ id: string; number: number }[]> {
  return db<{ id: string; number: number }>`
    select d.id, d.number from devices d
    where d.account_id = ${db.accountId} and d.id = any(${ids}::text[]) and ${isDeviceSeen(scope)}`
}

export interface ShareColumns {
  id: string
  name: string
  period: { from: Date; to: Date } | undefined
  fields: ShareField[]
  showsNames: boolean
  secretHash: Buffer
  secretSealed: Buffer
  madeBy: string
  expiresAt: Date
  /** In the order in which the share numbers them. */
  deviceNumbers: number[]
}

export async function insertShare(db: AccountDb, share: ShareColumns, now: Date): Promise<void> {
  const { id, name, period, fields, showsNames, secretSealed, madeBy, expiresAt } = share
  const [row] = await db<{ number: number }>`
    insert into shares (account_id, id, name, shown_from, shown_to, fields, shows_names, secret_sealed, made_by,
      expires_at, created_at, modified_at)
    values (${db.accountId}, ${id}, ${name}, ${period?.from ?? null}, ${period?.to ?? null}, ${fields}::text[],
      ${showsNames}, ${secretSealed}, ${madeBy}, ${expiresAt}, ${now}, ${now})
    returning number`
  const { number } = row!
  await db`
    insert into directory_shares (secret_hash, account_id, share_number)
    values (${share.secretHash}, ${db.accountId}, ${number})`
  await db`
    insert into share_devices (account_id, share_number, ordinal, device_number)
    select ${db.accountId}, ${number}, ordinal, device_number
    from unnest(${share.deviceNumbers}::int[]) with ordinality as t (device_number, ordinal)`
}

export async function updateShare(
  db: AccountDb,
  number: number,
  { name, expiresAt }: { name: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await db`
    update shares set name = ${name}, expires_at = ${expiresAt}, version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and number = ${number}`
}

export async function deleteShare(db: AccountDb, number: number): Promise<void> {
  await db`delete from shares where account_id = ${db.accountId} and number = ${number}`
}
