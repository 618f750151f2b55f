import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readPage } from '../../platform/db/paging.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ListFilter } from '../../platform/db/updated-since.ts'
import { isUpdatedSince } from '../../platform/db/updated-since.ts'
import type { StoredUser, UserDocument, UserScope } from './user.types.ts'

const userJson = sql`json_build_object(
  'id', u.id, 'userName', u.user_name, 'name', u.name, 'email', u.email,
  'emailVerified', u.email_verified_at is not null, 'country', u.country,
  'timeZone', u.time_zone, 'description', u.description, 'message', u.message, 'disabled', u.disabled,
  'disabledMessage', u.disabled_message, 'tags', u.tags, 'role', u.role, 'privileges', u.privileges,
  'groupIds', array(
    select g.group_id from user_groups g where g.account_id = u.account_id and g.user_id = u.id order by g.group_id),
  'deviceId', (select d.id from devices d where d.account_id = u.account_id and d.number = u.device_number),
  'adminDevices', u.admin_devices, 'from', iso_time(u.valid_from), 'expiresAt', iso_time(u.expires_at),
  'createdAt', iso_time(u.created_at), 'modifiedAt', iso_time(u.modified_at), 'lastLoginAt', iso_time(u.last_login_at))`

function isVisible(scope: UserScope): Fragment {
  if (scope.kind === 'all') return sql`true`
  if (scope.kind === 'self') return sql`u.id = ${scope.selfId}`
  const isWithin =
    scope.kind === 'groups' ? hasNoOtherGroup(scope.groupIds) : sql`u.device_number = ${scope.deviceNumber}`
  return sql`(u.id = ${scope.selfId} or (u.role = 'standard' and ${isWithin}))`
}

/** A user with further groups is not the caller's to manage: a new password would open these groups too. */
function hasNoOtherGroup(groupIds: readonly string[]): Fragment {
  const ofUser = sql`user_groups g where g.account_id = u.account_id and g.user_id = u.id`
  return sql`exists (select from ${ofUser})
    and not exists (select from ${ofUser} and g.group_id <> all(${[...groupIds]}::text[]))`
}

export async function findUser(
  db: AccountDb,
  scope: UserScope,
  id: string,
): Promise<{ version: number; json: string } | undefined> {
  const [row] = await db<{ version: number; json: string }>`
    select u.version, ${userJson}::text as json
    from users u where u.account_id = ${db.accountId} and u.id = ${id} and ${isVisible(scope)}`
  return row
}

export function listUsers(
  db: AccountDb,
  scope: UserScope,
  filter: ListFilter & { groupId?: string },
  cursor: PageCursor,
): Promise<Page> {
  const { search: wanted = '', groupId } = filter
  return readPage(db, cursor, {
    numbers: sql`
      select u.number from users u
      where u.account_id = ${db.accountId} and u.number > ${cursor.after}::bigint and ${isVisible(scope)}
        and position(lower(${wanted}) in lower(u.name || ' ' || u.user_name || ' ' || u.email)) > 0
        and ${isUpdatedSince(sql`u.modified_at`, filter)}
        and (${groupId ?? null}::text is null or exists (
          select from user_groups g
          where g.account_id = ${db.accountId} and g.group_id = ${groupId ?? null} and g.user_id = u.id))`,
    records: sql`
      select u.number, ${userJson} as json
      from page join users u on u.account_id = ${db.accountId} and u.number = page.number`,
  })
}

export async function lockUser(db: AccountDb, scope: UserScope, id: string): Promise<StoredUser | undefined> {
  const [row] = await db<{ json: string; version: number }>`
    select ${userJson}::text as json, u.version
    from users u where u.account_id = ${db.accountId} and u.id = ${id} and ${isVisible(scope)}
    for update of u`
  return row && { ...JSON.parse(row.json), version: row.version }
}

/** Columns derived from the document. */
export interface UserColumns {
  userName: string
  role: string
  deviceNumber: number | null
  timeZone: string
  /** Null keeps the password. */
  passwordHash: string | null
}

/** Returns the user name as stored in the directory. */
/** Of the terms of the resellers above the account; null: no limit. */
export async function findMaxUsers(db: AccountDb): Promise<number | null> {
  const [row] = await db<{ max: number | null }>`
    select (node_terms->>'users')::int as max from directory_accounts where account_id = ${db.accountId}`
  return row?.max ?? null
}

export async function countUsers(db: AccountDb): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::int as count from users where account_id = ${db.accountId}`
  return row!.count
}

export async function insertUser(
  db: AccountDb,
  id: string,
  user: UserDocument,
  { userName, role, deviceNumber, timeZone, passwordHash }: UserColumns,
  now: Date,
): Promise<{ taken: string }> {
  await db`
    insert into users (account_id, id, user_name, name, email, country, time_zone, description, message, disabled,
      disabled_message, tags, role, privileges, group_id, device_number, admin_devices, valid_from, expires_at,
      password_hash, created_at, modified_at)
    values (${db.accountId}, ${id}, ${userName}, ${user.name}, ${user.email}, ${user.country}, ${timeZone},
      ${user.description ?? null}, ${user.message ?? null}, ${user.disabled ?? false},
      ${user.disabledMessage ?? null}, ${user.tags ?? {}}, ${role}, ${user.privileges ?? []}, ${user.groupIds?.[0] ?? null},
      ${deviceNumber}, ${user.adminDevices ?? false}, ${toInstant(user.from)}, ${toInstant(user.expiresAt)},
      ${passwordHash}, ${now}, ${now})`
  await setGroups(db, id, user.groupIds ?? [])
  const [row] = await db<{ taken: string }>`
    insert into directory_users (user_name, account_id, user_id) values (lower(${userName}), ${db.accountId}, ${id})
    returning user_name as taken`
  return row!
}

/** Returns the new and the old name if the user was renamed. */
export async function updateUser(
  db: AccountDb,
  id: string,
  user: UserDocument,
  { userName, role, deviceNumber, timeZone, passwordHash }: UserColumns,
  now: Date,
): Promise<{ taken: string; released: string } | undefined> {
  await db`
    update users set user_name = ${userName}, name = ${user.name}, email = ${user.email}, country = ${user.country},
      time_zone = ${timeZone}, description = ${user.description ?? null}, message = ${user.message ?? null},
      disabled = ${user.disabled ?? false}, disabled_message = ${user.disabledMessage ?? null},
      tags = ${user.tags ?? {}}, role = ${role}, privileges = ${user.privileges ?? []},
      group_id = ${user.groupIds?.[0] ?? null}, device_number = ${deviceNumber}, admin_devices = ${user.adminDevices ?? false},
      valid_from = ${toInstant(user.from)}, expires_at = ${toInstant(user.expiresAt)},
      email_verified_at = case when email = ${user.email} then email_verified_at end,
      password_hash = coalesce(${passwordHash}, password_hash),
      password_locked_at = case when ${passwordHash}::text is null then password_locked_at end,
      temporary_password_until = case when ${passwordHash}::text is null then temporary_password_until end, version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and id = ${id}`
  await setGroups(db, id, user.groupIds ?? [])
  const [row] = await db<{ taken: string; released: string }>`
    with before as (
      select user_name from directory_users where account_id = ${db.accountId} and user_id = ${id}),
    renamed as (
      update directory_users set user_name = lower(${userName})
      where account_id = ${db.accountId} and user_id = ${id} and user_name <> lower(${userName})
      returning user_name)
    select renamed.user_name as taken, before.user_name as released from before, renamed`
  return row
}

/** After the row of the user: a trigger copies its first group for the previous version. */
async function setGroups(db: AccountDb, id: string, groupIds: string[]): Promise<void> {
  await db`
    delete from user_groups
    where account_id = ${db.accountId} and user_id = ${id} and group_id <> all(${groupIds}::text[])`
  await db`
    insert into user_groups (account_id, user_id, group_id)
    select ${db.accountId}, ${id}, group_id from unnest(${groupIds}::text[]) as given (group_id)
    on conflict do nothing`
}

function toInstant(text: string | null | undefined): Date | null {
  return text ? new Date(text) : null
}

/** The user has to change it until then. */
export async function setTemporaryPassword(
  db: AccountDb,
  id: string,
  { passwordHash, until, now }: { passwordHash: string; until: Date; now: Date },
): Promise<void> {
  await db`
    update users set password_hash = ${passwordHash}, temporary_password_until = ${until}, password_locked_at = null,
      version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and id = ${id}`
}

/** Ends the share links that the user created. */
export function deleteSharesOf(
  db: AccountDb,
  id: string,
): Promise<{ id: string; name: string; expiresAt: Date }[]> {
  return db<{ id: string; name: string; expiresAt: Date }>`
    delete from shares where account_id = ${db.accountId} and made_by = ${id}
    returning id, name, expires_at`
}

export async function findExpiry(db: AccountDb, id: string): Promise<Date | null> {
  const [row] = await db<{ expiresAt: Date | null }>`
    select expires_at from users where account_id = ${db.accountId} and id = ${id}`
  return row?.expiresAt ?? null
}

/** Returns the released name. */
export async function deleteUser(db: AccountDb, id: string): Promise<{ released: string } | undefined> {
  const [row] = await db<{ released: string }>`
    delete from directory_users where account_id = ${db.accountId} and user_id = ${id}
    returning user_name as released`
  await db`delete from users where account_id = ${db.accountId} and id = ${id}`
  return row
}

export async function setRole(db: AccountDb, id: string, role: string, now: Date): Promise<void> {
  await db`
    update users set role = ${role}, version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and id = ${id}`
}

export async function findDeviceNumber(db: AccountDb, deviceId: string): Promise<number | undefined> {
  const [row] = await db<{ number: number }>`
    select number from devices where account_id = ${db.accountId} and id = ${deviceId}`
  return row?.number
}

export async function listUnknownGroups(db: AccountDb, groupIds: string[]): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select id from unnest(${groupIds}::text[]) as wanted (id)
    where not exists (select from groups g where g.account_id = ${db.accountId} and g.id = wanted.id)`
  return rows.map(({ id }) => id)
}
