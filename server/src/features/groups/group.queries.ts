import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readPage } from '../../platform/db/paging.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ListFilter } from '../../platform/db/updated-since.ts'
import { isUpdatedSince } from '../../platform/db/updated-since.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { GroupDocument, StoredGroup } from './group.types.ts'

const groupJson = sql`json_build_object(
  'id', g.id, 'name', g.name, 'description', g.description,
  'devices', coalesce((
    select json_agg(d.id order by d.number)
    from group_devices gd join devices d on d.account_id = gd.account_id and d.number = gd.device_number
    where gd.account_id = g.account_id and gd.group_id = g.id), '[]'),
  'createdAt', iso_time(g.created_at), 'modifiedAt', iso_time(g.modified_at))`

/** A caller limited to groups sees only these; one limited to a device sees none. */
function isVisible(scope: DeviceScope) {
  if (scope.kind === 'all') return sql`true`
  return scope.kind === 'groups' ? sql`g.id = any(${[...scope.groupIds]}::text[])` : sql`false`
}

export async function findGroup(
  db: AccountDb,
  scope: DeviceScope,
  id: string,
): Promise<{ version: number; json: string } | undefined> {
  const [row] = await db<{ version: number; json: string }>`
    select g.version, ${groupJson}::text as json
    from groups g where g.account_id = ${db.accountId} and g.id = ${id} and ${isVisible(scope)}`
  return row
}

export function listGroups(
  db: AccountDb,
  scope: DeviceScope,
  filter: ListFilter,
  cursor: PageCursor,
): Promise<Page> {
  const wanted = filter.search ?? ''
  return readPage(db, cursor, {
    numbers: sql`
      select g.number from groups g
      where g.account_id = ${db.accountId} and g.number > ${cursor.after}::bigint and ${isVisible(scope)}
        and position(lower(${wanted}) in lower(g.name)) > 0 and ${isUpdatedSince(sql`g.modified_at`, filter)}`,
    records: sql`
      select g.number, ${groupJson} as json
      from page join groups g on g.account_id = ${db.accountId} and g.number = page.number`,
  })
}

export async function lockGroup(db: AccountDb, id: string): Promise<StoredGroup | undefined> {
  const [row] = await db<StoredGroup>`
    select g.id, g.version, g.name, g.description,
      array(
        select d.id from group_devices gd
        join devices d on d.account_id = gd.account_id and d.number = gd.device_number
        where gd.account_id = g.account_id and gd.group_id = g.id order by d.number) as devices
    from groups g where g.account_id = ${db.accountId} and g.id = ${id}
    for no key update of g`
  return row
}

/** The name of another group that differs at most in case and surrounding spaces. */
export async function findSimilarName(db: AccountDb, name: string, id: string): Promise<string | undefined> {
  const [row] = await db<{ name: string }>`
    select name from groups
    where account_id = ${db.accountId} and id <> ${id} and lower(trim(name)) = lower(trim(${name})) limit 1`
  return row?.name
}

export async function insertGroup(db: AccountDb, id: string, group: GroupDocument, now: Date): Promise<void> {
  await db`
    insert into groups (account_id, id, name, description, created_at, modified_at)
    values (${db.accountId}, ${id}, ${group.name}, ${group.description ?? null}, ${now}, ${now})`
}

export async function updateGroup(db: AccountDb, id: string, group: GroupDocument, now: Date): Promise<void> {
  await db`
    update groups
    set name = ${group.name}, description = ${group.description ?? null}, version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and id = ${id}`
}

export async function deleteGroup(db: AccountDb, id: string): Promise<void> {
  await db`delete from groups where account_id = ${db.accountId} and id = ${id}`
}

/** Replaces the devices of the group. Changes nothing and returns the unknown ids if the account lacks some. */
export async function setDevices(db: AccountDb, groupId: string, deviceIds: string[]): Promise<string[]> {
  // A separate query instead of a join: a single pass, regardless of the planner's statistics.
  const known = await db<{ id: string; number: number }>`
    select id, number from devices where account_id = ${db.accountId} and id = any(${deviceIds}::text[])`
  const ids = new Set(known.map(({ id }) => id))
  const unknown = deviceIds.filter((id) => !ids.has(id))
  if (unknown.length > 0) return unknown
  await db`
    with wanted as materialized (select unnest(${known.map(({ number }) => number)}::int[]) as number),
    removed as (
      delete from group_devices
      where account_id = ${db.accountId} and group_id = ${groupId}
        and device_number not in (select number from wanted))
    insert into group_devices (account_id, group_id, device_number)
    select ${db.accountId}, ${groupId}, number from wanted
    on conflict do nothing`
  return []
}

/** The name of a user limited to this group. */
export async function findUserOfGroup(db: AccountDb, id: string): Promise<string | undefined> {
  const [row] = await db<{ userName: string }>`
    select u.user_name from user_groups g join users u on u.account_id = g.account_id and u.id = g.user_id
    where g.account_id = ${db.accountId} and g.group_id = ${id} order by u.number limit 1`
  return row?.userName
}
