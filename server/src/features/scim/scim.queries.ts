import type { AccountDb } from '../../platform/db/db.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Filter, Page, ScimGroup, ScimKey, ScimUser } from './scim.types.ts'

export function listKeys(db: AccountDb): Promise<ScimKey[]> {
  return db<ScimKey>`
    select id, name, created_at, last_used_at from scim_keys
    where account_id = ${db.accountId} order by created_at, id`
}

export async function insertKey(
  db: AccountDb,
  key: { id: string; name: string; secretHash: Buffer; now: Date },
): Promise<void> {
  await db`
    insert into scim_keys (account_id, id, name, secret_hash, created_at)
    values (${db.accountId}, ${key.id}, ${key.name}, ${key.secretHash}, ${key.now})`
}

export async function deleteKey(db: AccountDb, id: string): Promise<string | undefined> {
  const [row] = await db<{ name: string }>`
    delete from scim_keys where account_id = ${db.accountId} and id = ${id} returning name`
  return row?.name
}

export interface KeyHash {
  id: string
  secretHash: Buffer
  isOpen: boolean
  lastUsedAt: Date | null
}

/** An account that is not active changes no users. */
export function listHashes(db: AccountDb): Promise<KeyHash[]> {
  return db<KeyHash>`
    select k.id, k.secret_hash, k.last_used_at, a.effective_status = 'active' as is_open
    from scim_keys k join directory_accounts a on a.account_id = k.account_id
    where k.account_id = ${db.accountId}`
}

export async function markUsed(db: AccountDb, id: string, now: Date): Promise<void> {
  await db`update scim_keys set last_used_at = ${now} where account_id = ${db.accountId} and id = ${id}`
}

const user = sql`
  u.id, u.user_name, s.external_id, u.name, u.email, u.disabled, u.created_at, u.modified_at,
  coalesce((
    select json_agg(json_build_object('value', g.id, 'display', g.display_name) order by g.display_name)
    from scim_group_members m join scim_groups g on g.account_id = m.account_id and g.id = m.group_id
    where m.account_id = u.account_id and m.user_id = u.id), '[]') as groups`

/** Users that the provider keeps. Those of administrators, and the owner, are not there for it. */
export async function findUser(db: AccountDb, id: string): Promise<ScimUser | undefined> {
  const [row] = await db<ScimUser>`
    select ${user} from scim_users s join users u on u.account_id = s.account_id and u.id = s.user_id
    where s.account_id = ${db.accountId} and s.user_id = ${id} and u.role <> 'owner'`
  return row
}

function isWanted(filter: Filter | undefined): Fragment {
  if (!filter) return sql`true`
  const { attribute, value } = filter
  if (attribute === 'username') return sql`lower(u.user_name) = lower(${value})`
  if (attribute === 'externalid') return sql`s.external_id = ${value}`
  if (attribute === 'emails.value') return sql`lower(u.email) = lower(${value})`
  return attribute === 'id' ? sql`u.id = ${value}` : sql`u.name = ${value}`
}

export async function listUsers(
  db: AccountDb,
  filter: Filter | undefined,
  { startIndex, count }: Page,
): Promise<{ total: number; users: ScimUser[] }> {
  const from = sql`
    scim_users s join users u on u.account_id = s.account_id and u.id = s.user_id
    where s.account_id = ${db.accountId} and u.role <> 'owner' and ${isWanted(filter)}`
  const [row] = await db<{ total: number }>`select count(*)::int as total from ${from}`
  const users = await db<ScimUser>`
    select ${user} from ${from} order by u.number limit ${count} offset ${startIndex - 1}`
  return { total: row?.total ?? 0, users }
}

/** By name, if the provider does not keep the user yet. */
export async function findByName(
  db: AccountDb,
  userName: string,
): Promise<{ id: string; role: string; isKept: boolean } | undefined> {
  const [row] = await db<{ id: string; role: string; isKept: boolean }>`
    select u.id, u.role, s.user_id is not null as is_kept
    from users u left join scim_users s on s.account_id = u.account_id and s.user_id = u.id
    where u.account_id = ${db.accountId} and lower(u.user_name) = lower(${userName})`
  return row
}

export async function keepUser(db: AccountDb, userId: string, externalId: string | null): Promise<void> {
  await db`
    insert into scim_users (account_id, user_id, external_id) values (${db.accountId}, ${userId}, ${externalId})
    on conflict (account_id, user_id) do update set external_id = excluded.external_id`
}

export async function isDomainProven(db: AccountDb, domain: string): Promise<boolean> {
  const rows = await db`
    select from sso_domains where account_id = ${db.accountId} and domain = ${domain} and verified_at is not null`
  return rows.length > 0
}

export async function findDefaults(db: AccountDb): Promise<{ country: string; timeZone: string }> {
  const [row] = await db<{ country: string; timeZone: string }>`
    select u.country, a.time_zone from accounts a
    join users u on u.account_id = a.account_id and u.role = 'owner'
    where a.account_id = ${db.accountId}`
  return row!
}

/** Tokens die within 5 seconds without the row. API keys are refused for a disabled user anyway. */
export async function endSessions(db: AccountDb, userId: string): Promise<void> {
  await db`delete from sessions where account_id = ${db.accountId} and user_id = ${userId}`
}

const group = sql`
  g.id, g.display_name, g.external_id, g.created_at, g.modified_at,
  coalesce((
    select json_agg(json_build_object('value', u.id, 'display', u.user_name) order by u.number)
    from scim_group_members m join users u on u.account_id = m.account_id and u.id = m.user_id
    where m.account_id = g.account_id and m.group_id = g.id), '[]') as members`
const withoutMembers = sql`
  g.id, g.display_name, g.external_id, g.created_at, g.modified_at, '[]'::json as members`

export async function findGroup(db: AccountDb, id: string): Promise<ScimGroup | undefined> {
  const [row] = await db<ScimGroup>`
    select ${group} from scim_groups g where g.account_id = ${db.accountId} and g.id = ${id}`
  return row
}

export async function lockGroup(
  db: AccountDb,
  id: string,
): Promise<{ displayName: string; externalId: string | null } | undefined> {
  const [row] = await db<{ displayName: string; externalId: string | null }>`
    select display_name, external_id from scim_groups
    where account_id = ${db.accountId} and id = ${id} for update`
  return row
}

export async function listGroups(
  db: AccountDb,
  filter: Filter | undefined,
  { startIndex, count }: Page,
  hasMembers: boolean,
): Promise<{ total: number; groups: ScimGroup[] }> {
  const { attribute, value = '' } = filter ?? {}
  const wanted =
    attribute === undefined
      ? sql`true`
      : attribute === 'displayname'
        ? sql`lower(g.display_name) = lower(${value})`
        : attribute === 'externalid'
          ? sql`g.external_id = ${value}`
          : sql`g.id = ${value}`
  const from = sql`scim_groups g where g.account_id = ${db.accountId} and ${wanted}`
  const [row] = await db<{ total: number }>`select count(*)::int as total from ${from}`
  const groups = await db<ScimGroup>`
    select ${hasMembers ? group : withoutMembers} from ${from}
    order by g.created_at, g.id limit ${count} offset ${startIndex - 1}`
  return { total: row?.total ?? 0, groups }
}

export async function countGroups(db: AccountDb): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::int as count from scim_groups where account_id = ${db.accountId}`
  return row?.count ?? 0
}

export async function insertGroup(
  db: AccountDb,
  of: { id: string; displayName: string; externalId: string | null },
  now: Date,
): Promise<void> {
  await db`
    insert into scim_groups (account_id, id, display_name, external_id, created_at, modified_at)
    values (${db.accountId}, ${of.id}, ${of.displayName}, ${of.externalId}, ${now}, ${now})`
}

export async function updateGroup(
  db: AccountDb,
  of: { id: string; displayName: string; externalId: string | null },
  now: Date,
): Promise<void> {
  await db`
    update scim_groups set display_name = ${of.displayName}, external_id = ${of.externalId}, modified_at = ${now}
    where account_id = ${db.accountId} and id = ${of.id}`
}

export async function deleteGroup(db: AccountDb, id: string): Promise<void> {
  await db`delete from scim_groups where account_id = ${db.accountId} and id = ${id}`
}

/** Only users that the provider keeps. */
export async function addMembers(db: AccountDb, groupId: string, userIds: string[]): Promise<void> {
  await db`
    insert into scim_group_members (account_id, group_id, user_id)
    select ${db.accountId}, ${groupId}, s.user_id from scim_users s
    where s.account_id = ${db.accountId} and s.user_id = any(${userIds}::text[])
    on conflict do nothing`
}

export async function removeMembers(db: AccountDb, groupId: string, userIds: string[]): Promise<void> {
  await db`
    delete from scim_group_members
    where account_id = ${db.accountId} and group_id = ${groupId} and user_id = any(${userIds}::text[])`
}

export async function listMembers(db: AccountDb, groupId: string): Promise<string[]> {
  const rows = await db<{ userId: string }>`
    select user_id from scim_group_members
    where account_id = ${db.accountId} and group_id = ${groupId}`
  return rows.map(({ userId }) => userId)
}

export async function listUnknownMembers(db: AccountDb, userIds: string[]): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select id from unnest(${userIds}::text[]) as wanted (id)
    where not exists (
      select from scim_users s where s.account_id = ${db.accountId} and s.user_id = wanted.id)`
  return rows.map(({ id }) => id)
}

/** What the roles are looked up by: the names of the groups, and their identifiers at the provider. */
export async function listGroupValues(db: AccountDb, userId: string): Promise<string[]> {
  const rows = await db<{ value: string }>`
    select unnest(array[g.display_name, g.external_id]) as value
    from scim_group_members m join scim_groups g on g.account_id = m.account_id and g.id = m.group_id
    where m.account_id = ${db.accountId} and m.user_id = ${userId}`
  return rows.map(({ value }) => value).filter((value) => value !== null)
}
