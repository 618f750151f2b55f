// Price lists of a node, and what the nodes directly below it have used. In the scope of the node, which alone sees them.

import type { Db } from '../../../platform/db/db.ts'
import { asTime } from '../../../platform/db/json-text.queries.ts'
import type { Page, PageCursor } from '../../../platform/db/paging.queries.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { BilledNode, PriceList, Prices } from './price.types.ts'
import type { Period } from './usage.types.ts'

const listJson = sql`json_build_object('id', l.id, 'name', l.name, 'currency', l.currency, 'prices', l.prices,
  'nodes', (select count(*) from node_prices p where p.path = l.path and p.price_list = l.number),
  'modifiedAt', ${asTime(sql`l.modified_at`)})`

export async function listPriceLists(db: Db, path: string, { after, limit }: PageCursor): Promise<Page> {
  const [row] = await db<Page>`
    with ahead as (
      select l.* from price_lists l where l.path = ${path} and l.number > ${after} order by l.number limit ${limit + 1}),
    page as (select * from ahead order by number limit ${limit})
    select string_agg(${listJson}::text, ',' order by l.number) as json, count(*) as count, max(l.number) as last,
      (select count(*) from ahead) > ${limit} as more
    from page l`
  return row!
}

export async function findPriceList(db: Db, path: string, id: string): Promise<PriceList | undefined> {
  const [row] = await db<{ json: PriceList }>`
    select ${listJson} as json from price_lists l where l.path = ${path} and l.id = ${id}`
  return row?.json
}

export interface PriceListRow {
  id: string
  name: string
  currency: string
  prices: Prices
}

/** False if the node has as many as allowed. */
export async function addPriceList(
  db: Db,
  path: string,
  { id, name, currency, prices }: PriceListRow,
  { max, now }: { max: number; now: Date },
): Promise<boolean> {
  const rows = await db`
    insert into price_lists (id, path, name, currency, prices, created_at, modified_at)
    select ${id}, ${path}, ${name}, ${currency}, ${JSON.stringify(prices)}::jsonb, ${now}::timestamptz, ${now}::timestamptz
    where (select count(*) from price_lists l where l.path = ${path}) < ${max}::int
    returning id`
  return rows.length > 0
}

export async function replacePriceList(
  db: Db,
  path: string,
  { id, name, currency, prices }: PriceListRow,
  now: Date,
): Promise<boolean> {
  const rows = await db`
    update price_lists set name = ${name}, currency = ${currency}, prices = ${JSON.stringify(prices)}::jsonb,
      modified_at = ${now}
    where path = ${path} and id = ${id} returning id`
  return rows.length > 0
}

/** False if a node pays by it. */
export async function deletePriceList(db: Db, path: string, id: string): Promise<boolean> {
  const rows = await db`
    delete from price_lists l where l.path = ${path} and l.id = ${id}
      and not exists (select from node_prices p where p.path = ${path} and p.price_list = l.number)
    returning l.id`
  return rows.length > 0
}

/** Only nodes directly below. False if there is no such node or list. */
export async function setNodePrices(db: Db, path: string, nodeId: string, listId: string): Promise<boolean> {
  const rows = await db`
    insert into node_prices (node, path, price_list)
    select n.number, ${path}, l.number from nodes n, price_lists l
    where n.id = ${nodeId} and n.path > ${path} and left(n.path, -9) = ${path} and not n.is_staff
      and l.path = ${path} and l.id = ${listId}
    on conflict (path, node) do update set price_list = excluded.price_list
    returning node`
  return rows.length > 0
}

export async function clearNodePrices(db: Db, path: string, nodeId: string): Promise<void> {
  await db`
    delete from node_prices p using nodes n
    where p.path = ${path} and n.number = p.node and n.id = ${nodeId} and n.path > ${path}
      and n.path < ${path}::text || '~'`
}

/** Sums by the nodes directly below, which pay by their price list. SMS by the beginning of the telephone number. */
export function listBilled(
  db: Db,
  path: string,
  period: Period,
  after: string,
  limit: number,
): Promise<BilledNode[]> {
  return db<BilledNode>`
    select n.id as node_id, n.name as node_name, n.path, l.id as price_list_id, l.currency, l.prices,
      count(u.day) as days, count(distinct u.path)::int as accounts, coalesce(sum(u.licenses_peak), 0) as license_days,
      coalesce(sum(u.emails), 0)::bigint as emails, coalesce(sum(u.sms), 0)::bigint as sms,
      (select coalesce(jsonb_object_agg(s.prefix, s.messages), '{}') from (
        select p.key as prefix, sum(p.value::bigint) as messages
        from node_usage_days u, jsonb_each_text(u.sms_prefixes) as p
        where u.path >= n.path and u.path < n.path || '~' and u.day >= ${period.from}::date and u.day <= ${period.to}::date
        group by 1) as s) as sms_prefixes
    from (
      select n.id, n.name, n.path, p.price_list from node_prices p join nodes n on n.number = p.node
      where p.path = ${path} and n.path > ${after} order by n.path limit ${limit}) as n
    join price_lists l on l.number = n.price_list
    left join node_usage_days u on u.path >= n.path and u.path < n.path || '~'
      and u.day >= ${period.from}::date and u.day <= ${period.to}::date
    group by n.id, n.name, n.path, l.id, l.currency, l.prices order by n.path`
}
