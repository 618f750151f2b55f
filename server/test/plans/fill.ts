// Fills every table of a migrated database with rows that mean nothing, so that its planner sees a large installation:
// one account with four fifths of everything, others, and months of history.

import type pg from 'pg'

export interface Size {
  /** Inserted into each table. */
  rows: number
  /** The statistics are multiplied by it afterwards. */
  factor: number
}

interface Column {
  name: string
  type: string
  isNullable: boolean
  isIdentity: boolean
  /** Values that a check constraint lists. */
  values: string[] | null
  isInUnique: boolean
}

interface Table {
  name: string
  columns: Column[]
  /** Conditions of partial indexes. */
  predicates: string[]
  /** A unique index consists of the account and the device. */
  isPerDevice: boolean
}

const accounts = 2_000

/** Small in every installation, however many devices it has. */
export const smallTables = [
  'archive_borders',
  'archive_removals', // objects that are deleted within days
  'archive_rewrites',
  'brands',
  'email_senders',
  'hosts',
  'judging_delays', // accounts that are delayed now
  'moves', // accounts on their way to or from another cell
  'operators',
  'platform_caps',
  'retention_classes',
  'rule_partitions',
  'signing_keys',
  'sms_senders',
]
const rowsOfSmall = 20

export async function fill(superuser: pg.Client, { rows, factor }: Size): Promise<void> {
  await superuser.query('set session_replication_role = replica')
  await dropOldWeeks(superuser)
  await dropChecks(superuser)
  for (const table of await listTables(superuser)) {
    const columns = table.columns.filter(({ type }) => type in expressions || type.endsWith('[]'))
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    const count = smallTables.includes(table.name) ? Math.min(rows, rowsOfSmall) : rows
    const values = columns.map((column) => expressionOf(table, column, count)).join(', ')
    await superuser.query(
      `insert into ${table.name} (${names}) overriding system value
       select ${values} from generate_series(1, ${count}) as n on conflict do nothing`,
    )
  }
  await superuser.query('analyze')
  if (factor > 1) await multiplyStatistics(superuser, factor)
}

/** The planner computes the size of a table from its files and from the density that was found last. */
async function multiplyStatistics(superuser: pg.Client, factor: number): Promise<void> {
  await superuser.query(
    `update pg_class set reltuples = reltuples * $1
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') and reltuples > $2`,
    [factor, rowsOfSmall],
  )
}

/** Planning a statement costs time for every partition; a few weeks show what all would. */
export async function dropOldWeeks(superuser: pg.Client): Promise<void> {
  await superuser.query(`
    do $$ declare one record; begin
      for one in select oid::regclass as week from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
          and substring(relname from '^locations_[a-z]+_([0-9]{8})$')::date < now() - interval '5 weeks'
      loop execute format('drop table %s', one.week); end loop;
    end $$`)
}

/** The rows mean nothing. Partitions keep their bounds. Nothing may replace the statistics. */
async function dropChecks(superuser: pg.Client): Promise<void> {
  await superuser.query(`
    do $$ declare one record; begin
      create temp table listed_values on commit preserve rows as
        select c.conrelid, a.attname, array(select m[1] from regexp_matches(pg_get_constraintdef(c.oid), '''([^'']*)''::text', 'g') m) as listed
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
        where c.contype = 'c' and pg_get_constraintdef(c.oid) ~ '= ANY \\(ARRAY\\[';
      for one in select conrelid::regclass as relation, conname from pg_constraint
        where contype = 'c' and conislocal and coninhcount = 0 and connamespace = 'public'::regnamespace and conrelid <> 0
      loop execute format('alter table %s drop constraint %I', one.relation, one.conname); end loop;
      for one in select oid::regclass as relation from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      loop execute format('alter table %s set (autovacuum_enabled = off)', one.relation); end loop;
    end $$`)
}

async function listTables(superuser: pg.Client): Promise<Table[]> {
  const { rows } = await superuser.query<Table>(`
    select c.oid::regclass::text as name,
      (select json_agg(json_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, null), 'isNullable', not a.attnotnull,
          'isIdentity', a.attidentity <> '',
          'values', (select l.listed from pg_temp.listed_values l where l.conrelid = c.oid and l.attname = a.attname limit 1),
          'isInUnique', exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey)))
        order by a.attnum)
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select pg_get_expr(i.indpred, c.oid) from pg_index i where i.indrelid = c.oid and i.indpred is not null)
        as predicates,
      exists (
        select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indnkeyatts = 2
          and array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any(i.indkey) order by 1)
            in ('{account_id,device_number}', '{account_id,number}')) as "isPerDevice"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    order by 1`)
  return rows
}

/** By type; `n` is the row. */
const expressions: Record<string, string> = {
  integer: 'n % 1000',
  bigint: 'n % 1000',
  smallint: '(n % 100)::smallint',
  text: `'text ' || n % 1000`,
  boolean: 'n % 50 = 0',
  'timestamp with time zone': '',
  date: '',
  jsonb: `'{}'`,
  json: `'{}'`,
  bytea: `decode(md5(n::text), 'hex')`,
  inet: `'10.0.0.0'::inet + n`,
  cidr: `set_masklen('10.0.0.0'::inet + n, 32)::cidr`,
  uuid: 'gen_random_uuid()',
  numeric: 'n',
  real: 'n',
  'double precision': 'n',
  interval: `n * interval '1 minute'`,
  geometry: 'st_setsrid(st_makepoint(n % 180, n % 90), 4326)',
  geography: 'st_makepoint(n % 180, n % 90)::geography',
}

function expressionOf(table: Table, column: Column, rows: number): string {
  const value = `(${sampleOf(table, column, rows)})::${column.type}`
  if (!column.isNullable || column.name === 'account_id') return value
  const isIn = (condition: string) =>
    table.predicates.some((predicate) => predicate.includes(`(${column.name} ${condition})`))
  if (isIn('IS NULL')) return `case when n % 50 > 0 then ${value} end`
  if (isIn('IS NOT NULL')) return `case when n % 50 = 0 then ${value} end`
  return `case when n % 2 = 0 then ${value} end`
}

function sampleOf(table: Table, { name, type, values, isInUnique }: Column, rows: number): string {
  const device = table.isPerDevice ? 'n' : '(1 + n / 10)'
  if (name === 'account_id')
    return `case when ${device} % 5 > 0 then 1 else 2 + ${device} / 5 % ${accounts - 1} end`
  if (name === 'device_number') return device
  if (name === 'class') return '2'
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (values?.length)
    return `('{${values.map((one) => `"${one}"`).join(',')}}'::text[])[1 + n % ${values.length}]`
  // Half a month ahead for what is due.
  const span = /(due|until|expires|free|next)/.test(name) ? [30, 15] : [30, 0]
  const at = `now() + interval '${span[1]} days' - n * interval '${(span[0]! + span[1]!) / rows} days'`
  if (type === 'timestamp with time zone') return at
  if (type === 'date') return `(${at})::date`
  if (['integer', 'bigint'].includes(type) && (isInUnique || name.endsWith('number'))) return 'n'
  if (type === 'text' && (isInUnique || /(^|_)id$/.test(name))) return `'${name}_' || lpad(n::text, 20, '0')`
  return expressions[type]!
}
