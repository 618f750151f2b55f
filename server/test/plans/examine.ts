// Refuses plans that read more than they need: the plan of a statement as production caches it, without its values.

import type pg from 'pg'
import { planSettings } from '../../src/platform/db/plan-settings.ts'
import { smallTables } from './fill.ts'

interface Node {
  'Node Type': string
  'Parent Relationship': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Order By'?: string
  Filter?: string
  'Total Cost': number
  'One-Time Filter'?: string
  Plans?: Node[]
}

/** The planner's estimate for a whole statement; one look-up costs 3. */
const maxCost = 10_000

/** In which every plan is examined. Plans of the fresh one stay cached while it grows. */
export const sizes = ['fresh', 'large'] as const
type Size = (typeof sizes)[number]

export const databaseOf = (size: Size): string => `rastro_plans_${size}`

export const examinerOptions = `${planSettings} -c plan_cache_mode=force_generic_plan -c enable_partition_pruning=off`

export interface Examiner {
  /** What is wrong with the plan; undefined if the application cannot run the statement in this database. */
  examine(text: string): Promise<string[] | undefined>
}

/** `client` is connected as the application, with the options above. */
export async function openExaminer(client: pg.Client, size: Size): Promise<Examiner> {
  const listed = async (text: string) => new Set((await client.query(text)).rows.map(({ name }) => name))
  const isLarge = size === 'large'
  // Partial indexes are queues: what is in them is to be read. In others, a condition on the first column limits what is
  // read; conditions on the rest do not.
  const { rows: ordered } = await client.query<{ name: string; column: string | null; table: string }>(`
    select c.relname as name, i.indrelid::regclass as table, a.attname as column
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] and a.attnum > 0
    where i.indpred is null and m.amname = 'btree'`)
  const whole = new Map(ordered.map((one) => [one.name, one]))
  const empty = await listed(`select relname as name from pg_class where relkind = 'r' and relpages = 0`)
  const ignored = (table = '') => smallTables.includes(table) || (isLarge && empty.has(table))

  function isWhole(node: Node): boolean {
    if (!/^(Index|Index Only|Bitmap Index) Scan$/.test(node['Node Type']) || node['Order By']) return false
    const index = whole.get(node['Index Name'] ?? '')
    if (!index || index.table.startsWith('pg_') || ignored(index.table)) return false
    const condition = node['Index Cond']
    return !condition || (index.column !== null && !new RegExp(`\\b${index.column}\\b`).test(condition))
  }

  function inspect(node: Node, isStopped: boolean, found: Set<string>): void {
    if (node['One-Time Filter'] === 'false') return
    const [type, table, index] = [node['Node Type'], node['Relation Name'], node['Index Name']]
    // A list of values that a fresh table could not fill is not looked up one by one; plans are renewed before it grows.
    const isList = !isLarge && / = ANY /.test(node.Filter ?? '')
    if (type === 'Seq Scan' && !isList && !ignored(table)) found.add(`scans ${table}`)
    if (isLarge && !isStopped && isWhole(node)) found.add(`reads all of ${index}`)
    // A limit ends the scan in whose order the rows come, unless a node in between needs all rows first.
    const passesStop = type === 'Limit' || (isStopped && passing.test(type))
    for (const inner of node.Plans ?? []) {
      inspect(inner, passesStop && inOrder.includes(inner['Parent Relationship']), found)
    }
  }

  return {
    async examine(text) {
      const plan = await explain(client, text)
      if (!plan) return undefined
      const found = new Set<string>()
      inspect(plan, false, found)
      const cost = Math.round(plan['Total Cost'])
      if (isLarge && cost > maxCost) found.add(`costs ${cost}`)
      return [...found]
    },
  }
}

const inOrder = ['Outer', 'Member', 'Subquery']
const passing =
  /^(LockRows|Nested Loop|Merge Join|Hash Join|Result|Subquery Scan|Append|Merge Append|Incremental Sort|Memoize|Group|Unique)$/

/** Without rights, tables or columns: a statement of another role, of the shared directory, or of an older schema. */
const notOurs = ['42501', '42P01', '42703', '42883', '3F000']

async function explain(client: pg.Client, text: string): Promise<Node | undefined> {
  try {
    await client.query(`prepare examined as ${text}`)
    const { rows } = await client.query<{ count: number }>(
      `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'examined'`,
    )
    const nulls = Array(rows[0]!.count).fill('null').join(', ')
    const explained = await client.query(`explain (format json) execute examined${nulls && `(${nulls})`}`)
    return explained.rows[0]['QUERY PLAN'][0].Plan
  } catch (error) {
    if (notOurs.includes((error as { code: string }).code)) return undefined
    throw new Error(`cannot explain: ${text}`, { cause: error })
  } finally {
    await client.query('deallocate all')
  }
}
