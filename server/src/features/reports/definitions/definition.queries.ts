import type { AccountDb } from '../../../platform/db/db.ts'
import type { Page, PageCursor } from '../../../platform/db/paging.queries.ts'
import { readPage } from '../../../platform/db/paging.queries.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { ListFilter } from '../../../platform/db/updated-since.ts'
import { isUpdatedSince } from '../../../platform/db/updated-since.ts'

export interface StoredDefinition {
  number: number
  version: number
  name: string
  request: object
}

const definitionJson = sql`json_build_object(
  'id', d.id, 'name', d.name, 'request', d.request, 'userId', d.user_id,
  'createdAt', iso_time(d.created_at), 'modifiedAt', iso_time(d.modified_at))`

/** Restricts to those of `userId`, unless it is null. */
function isSeen(userId: string | null) {
  return userId === null ? sql`true` : sql`d.user_id = ${userId}`
}

export async function findDefinition(
  db: AccountDb,
  userId: string | null,
  id: string,
): Promise<{ version: number; json: string } | undefined> {
  const [row] = await db<{ version: number; json: string }>`
    select d.version, ${definitionJson}::text as json
    from report_definitions d where d.account_id = ${db.accountId} and d.id = ${id} and ${isSeen(userId)}`
  return row
}

export function listDefinitions(
  db: AccountDb,
  userId: string | null,
  filter: ListFilter,
  cursor: PageCursor,
): Promise<Page> {
  return readPage(db, cursor, {
    numbers: sql`
      select d.number from report_definitions d
      where d.account_id = ${db.accountId} and d.number > ${cursor.after}::bigint and ${isSeen(userId)}
        and position(lower(${filter.search ?? ''}) in lower(d.name)) > 0
        and ${isUpdatedSince(sql`d.modified_at`, filter)}`,
    records: sql`
      select d.number, ${definitionJson} as json
      from page join report_definitions d on d.account_id = ${db.accountId} and d.number = page.number`,
  })
}

export async function lockDefinition(
  db: AccountDb,
  userId: string | null,
  id: string,
): Promise<StoredDefinition | undefined> {
  const [row] = await db<StoredDefinition>`
    select d.number, d.version, d.name, d.request from report_definitions d
    where d.account_id = ${db.accountId} and d.id = ${id} and ${isSeen(userId)}
    for no key update of d`
  return row
}

export async function countDefinitions(db: AccountDb): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from report_definitions where account_id = ${db.accountId}`
  return row!.count
}

export async function insertDefinition(
  db: AccountDb,
  { id, name, request, userId }: { id: string; name: string; request: object; userId: string },
  now: Date,
): Promise<void> {
  await db`
    insert into report_definitions (account_id, id, name, request, user_id, created_at, modified_at)
    values (${db.accountId}, ${id}, ${name}, ${JSON.stringify(request)}, ${userId}, ${now}, ${now})`
}

export async function updateDefinition(
  db: AccountDb,
  number: number,
  { name, request }: { name: string; request: object },
  now: Date,
): Promise<void> {
  await db`
    update report_definitions set name = ${name}, request = ${JSON.stringify(request)}, version = version + 1,
      modified_at = ${now}
    where account_id = ${db.accountId} and number = ${number}`
}

export async function deleteDefinition(db: AccountDb, number: number): Promise<void> {
  await db`delete from report_definitions where account_id = ${db.accountId} and number = ${number}`
}
