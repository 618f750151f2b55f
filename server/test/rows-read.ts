// Counts the rows that a statement reads, as the application runs it: row-level security decides which indexes can be
// used.

import type { Db } from '../src/platform/db/db.ts'

interface Plan {
  Plans?: Plan[]
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
}

/** Of a table, also of its partitions. The query gets no rows. */
export async function rowsReadBy<T extends Db>(
  db: T,
  table: string,
  query: (db: T) => Promise<unknown>,
): Promise<number> {
  let read = 0
  const explained = async (pieces: TemplateStringsArray, ...values: unknown[]) => {
    const [first, ...others] = pieces
    const text = [`explain (analyze, format json) ${first}`, ...others]
    const [row] = await db<object>(Object.assign(text, { raw: text }), ...values)
    const [[{ Plan: plan }]] = Object.values(row!)
    read += count(plan, table)
    return []
  }
  await query(Object.assign(explained, db) as unknown as T)
  return Math.round(read)
}

function count(plan: Plan, table: string): number {
  const inner = (plan.Plans ?? []).reduce((sum, one) => sum + count(one, table), 0)
  if (!plan['Relation Name']?.startsWith(table)) return inner
  return inner + (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
}
