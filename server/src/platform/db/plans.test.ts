// A plan is cached while its table grows. What the planner knows when it makes it depends on luck: a table was never
// analysed, or while it had a few rows, or while it was empty.

import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { createLog } from '../observability/log.ts'
import type { Pool } from './db.ts'
import { createPool } from './db.ts'

let world: World
let pool: Pool
beforeEach(async () => {
  world = await openWorld()
  pool = createPool({ ...world.ctx.config.db, poolSize: 1 }, createLog('silent'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await pool.end()
  await world.close()
})

const text = 'select reports from quarantine where identifier = $1'
const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)

/** PostgreSQL decides for a generic plan after five executions. */
async function run(times = 7): Promise<void> {
  for (let time = 0; time < times; time += 1) await pool.directory.text(text, ['any'])
}

/** The plan that is cached in the only connection. */
async function plan(): Promise<string> {
  const rows = await pool.directory.text(`explain execute "${name}" ('any')`)
  return rows.map((row) => Object.values(row)[0]).join('\n')
}

const insert = (count: number) =>
  world.superuser.query(
    `insert into quarantine (identifier, protocol, address, reports, first_seen_at, last_seen_at)
     select 'tracker ' || n, 'tk103', '192.0.2.1', 1, now(), now() from generate_series(1, $1::int) n
     on conflict do nothing`,
    [count],
  )
const analyze = () => world.superuser.query('vacuum analyze quarantine')

describe('the plan of a look-up uses the index', () => {
  test('before the table was ever analysed', async () => {
    await run()
    expect(await plan()).toContain('Index Scan')
    await insert(2_000)
    await run()
    expect(await plan()).toContain('Index Scan')
  })

  test('of a table with a few rows in one page', async () => {
    for (const count of [1, 5, 50]) {
      await insert(count)
      await analyze()
      await run()
      expect(await plan(), `${count} rows`).toContain('Index Scan')
    }
  })

  test('soon after the table was empty, without an analysis', async () => {
    await world.superuser.query('alter table quarantine set (autovacuum_enabled = off)')
    await analyze()
    await run()
    // Nothing is cheaper to scan than no page.
    expect(await plan()).toContain('Seq Scan')
    await insert(2_000)
    await run()
    expect(await plan()).toContain('Seq Scan')

    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 30_000)
    await run(1)
    expect(await plan()).toContain('Index Scan')
  })
})
