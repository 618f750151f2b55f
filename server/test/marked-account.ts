// Fills every table of an account with a row that contains a marker in every text, JSON and binary column, whatever
// tables there are. Only enumerations, and columns that are listed here, may stay without it.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'

interface Column {
  name: string
  type: string
  isGenerated: boolean
  isNullable: boolean
  default: string | null
}

interface Check {
  columns: string[]
  expression: string
}

interface Table {
  name: string
  columns: Column[]
  checks: Check[]
}

/** Fixed formats, generated values, and columns that are empty if another one is set. */
const unmarkable = [
  'buffered_locations.digest',
  'directory_accounts.effective_status',
  'geofences.color',
  'ingest_keys.mapping',
  'maintenance_targets.group_id',
  'maintenance_work.currency',
  'report_schedules.time_of_day',
  'rule_targets.group_id',
  'users.country',
  'webhook_targets.group_id',
]
const enumeration = /(= ANY|<@) \(*ARRAY\['/

const markable = /^(text|character varying.*|json|jsonb|bytea|text\[\])$/

export async function markAccount(
  superuser: pg.Client,
  { accountId, deviceNumber, marker }: { accountId: number; deviceNumber: number; marker: string },
): Promise<{ marked: string[] }> {
  const marked: string[] = []
  const unmarked: string[] = []
  const known = { account_id: accountId, device_number: deviceNumber, class: 2 }
  await superuser.query('set session_replication_role = replica')
  try {
    for (const table of await listTables(superuser)) {
      const row = await fillRow(superuser, table, marker, known)
      const isInserted = await insert(superuser, table, row)
      if (!isInserted) await update(superuser, table, row, accountId)
      for (const { name, type } of table.columns.filter((one) => markable.test(one.type))) {
        const isMarked = await hasMarker(superuser, table.name, { name, type }, accountId, marker)
        if (isMarked) marked.push(`${table.name}.${name}`)
        else if (!isEnumeration(table, name)) unmarked.push(`${table.name}.${name}`)
      }
    }
  } finally {
    await superuser.query('reset session_replication_role')
  }
  if (unmarked.join() !== unmarkable.join())
    throw new Error(`columns without the marker: ${unmarked.join(' ')}`)
  return { marked }
}

function isEnumeration({ checks }: Table, column: string): boolean {
  return checks.some(({ columns, expression }) => columns.join() === column && enumeration.test(expression))
}

async function listTables(superuser: pg.Client): Promise<Table[]> {
  const { rows } = await superuser.query<{ name: string }>(`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('moves', 'erasures') order by 1`)
  const tables: Table[] = []
  for (const { name } of rows) {
    const columns = await superuser.query<Column>(
      `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
         a.attgenerated <> '' or a.attidentity <> '' as "isGenerated", pg_get_expr(d.adbin, d.adrelid) as default
       from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
       where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
      [name],
    )
    const checks = await superuser.query<Check>(
      `select pg_get_expr(k.conbin, k.conrelid) as expression, array(
         select a.attname::text from unnest(k.conkey) as n join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n
       ) as columns
       from pg_constraint k where k.conrelid = $1::regclass and k.contype = 'c'`,
      [name],
    )
    tables.push({ name, columns: columns.rows, checks: checks.rows })
  }
  return tables
}

type Row = Record<string, unknown>

async function fillRow(superuser: pg.Client, table: Table, marker: string, known: Row): Promise<Row> {
  const row: Row = {}
  for (const [index, column] of table.columns.entries()) {
    if (column.isGenerated) continue
    if (column.name in known) {
      row[column.name] = known[column.name]
      continue
    }
    const checks = table.checks.filter(({ columns }) => columns.length === 1 && columns[0] === column.name)
    row[column.name] = await choose(superuser, column, checks, candidatesOf(column, checks, marker, index))
  }
  return row
}

function candidatesOf(
  { type, default: given }: Column,
  checks: Check[],
  marker: string,
  index: number,
): unknown[] {
  const rule = checks.map(({ expression }) => expression).join(' ')
  const enumerated = [...rule.matchAll(/'([^']*)'::text/g)].map(([, value]) => value)
  const prefix = /\^([a-z]{3})_/.exec(rule)?.[1]
  const length = Number(/length\(\w+\) = (\d+)/.exec(rule)?.[1] ?? 0)
  if (type === 'text' || type.startsWith('character varying')) {
    const id = prefix ? [`${prefix}_${marker.padEnd(22, '0').slice(0, 22)}`] : []
    return [...id, marker, `${marker}@example.com`, `#${'a'.repeat(6)}`, 'ES', '08:00', ...enumerated]
  }
  if (type === 'json' || type === 'jsonb') {
    const object = { m: marker }
    return [JSON.stringify(given?.startsWith("'[]'") ? [object] : object)]
  }
  if (type === 'bytea') return [Buffer.from(length ? marker.padEnd(length, marker).slice(0, length) : marker)]
  if (type === 'text[]') return [[marker], []]
  if (type.endsWith('[]')) return [[]]
  if (type === 'boolean') return [false, true]
  if (type === 'inet') return ['192.0.2.1']
  if (type === 'cidr') return ['192.0.2.0/24']
  if (type === 'uuid') return [randomUUID()]
  if (type === 'date') return ['2026-01-15']
  if (type.startsWith('timestamp')) return [new Date(Date.now() - 86_400_000 + index * 60_000)]
  return [900_000 + (index % 50), 7, 1, 30, 100, 0, -7]
}

async function choose(
  superuser: pg.Client,
  { name, type }: Column,
  checks: Check[],
  candidates: unknown[],
): Promise<unknown> {
  for (const candidate of candidates) {
    const isSmall = type === 'smallint' && Math.abs(Number(candidate)) > 32_000
    if (isSmall) continue
    const conditions = checks.map(({ expression }) => `coalesce(${expression}, true)`).join(' and ') || 'true'
    const { rows } = await superuser.query(
      `select ${conditions} as fits from (select $1::${type} as "${name}") as t`,
      [candidate],
    )
    if (rows[0].fits) return candidate
  }
  return null
}

/** False if the account has its only row already. */
async function insert(superuser: pg.Client, table: Table, row: Row): Promise<boolean> {
  const isCompound = table.checks.filter(({ columns }) => columns.length > 1)
  const nullable = table.columns.filter(({ isNullable }) => isNullable).map(({ name }) => name)
  const optional = isCompound.flatMap(({ columns }) => columns).filter((name) => nullable.includes(name))
  // Constraints over several columns: leave some of these out until the row fits.
  for (const leftOut of [[], ...optional.map((name) => [name]), optional]) {
    const names = Object.keys(row).filter((name) => !leftOut.includes(name))
    const values = names.map((_, index) => `$${index + 1}`)
    const text = `insert into ${table.name} (${names.map((name) => `"${name}"`)}) values (${values})`
    try {
      await superuser.query('begin')
      await superuser.query(
        text,
        names.map((name) => row[name]),
      )
      await superuser.query('commit')
      return true
    } catch (error) {
      await superuser.query('rollback')
      const { code } = error as { code: string }
      if (code === '23505') return false
      if (code !== '23514') throw new Error(`${table.name}: ${(error as Error).message}`)
    }
  }
  throw new Error(`${table.name}: no row fits its constraints`)
}

/** Column by column: what a constraint refuses stays as it is. */
async function update(superuser: pg.Client, table: Table, row: Row, accountId: number): Promise<void> {
  for (const { name, type } of table.columns.filter((one) => markable.test(one.type) && !one.isGenerated)) {
    const text = `update ${table.name} set "${name}" = $1::${type} where account_id = $2`
    await superuser.query(text, [row[name], accountId]).catch((error) => {
      if (!/^23/.test(error.code)) throw error
    })
  }
}

async function hasMarker(
  superuser: pg.Client,
  table: string,
  { name, type }: { name: string; type: string },
  accountId: number,
  marker: string,
): Promise<boolean> {
  const wanted = type === 'bytea' ? Buffer.from(marker).toString('hex') : marker
  const { rowCount } = await superuser.query(
    `select from ${table} where account_id = $1 and position($2 in "${name}"::text) > 0 limit 1`,
    [accountId, wanted],
  )
  return rowCount === 1
}

/** Every column of every table of every schema. Returns the tables with the marker. */
export async function findMarker(superuser: pg.Client, marker: string): Promise<string[]> {
  const { rows } = await superuser.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and n.nspname !~ '^pg_(catalog|toast|temp)' and n.nspname <> 'information_schema'
    order by 1`)
  const found: string[] = []
  const hex = Buffer.from(marker).toString('hex')
  for (const { name } of rows) {
    const { rowCount } = await superuser.query(
      `select from ${name} t where position($1 in t::text) > 0 or position($2 in t::text) > 0 limit 1`,
      [marker, hex],
    )
    if (rowCount) found.push(name)
  }
  return found
}

/** Of every account table, for all accounts but one: a changed byte changes it. */
export async function fingerprintOthers(
  superuser: pg.Client,
  accountId: number,
): Promise<Record<string, string>> {
  const { rows } = await superuser.query<{ name: string }>(`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  const prints: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: found } = await superuser.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as print
       from ${name} t where account_id <> $1`,
      [accountId],
    )
    prints[name] = found[0].print
  }
  return prints
}
