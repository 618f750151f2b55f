// Checks several times a second whether another location was stored.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionOptionsOf } from '../../server/src/platform/db/primary.ts'
import type { GapWatch } from './gap-watch.ts'
import { createGapWatch } from './gap-watch.ts'

export type StoreWatch = Omit<GapWatch, 'succeed'> & { stop(): Promise<void> }

const lookEveryMs = 250

export function startStoreWatch(url: string): StoreWatch {
  const pool = new pg.Pool({
    ...connectionOptionsOf(url),
    max: 1,
    connectionTimeoutMillis: 3_000,
    query_timeout: 2_000,
  })
  pool.on('error', () => {})
  const gaps = createGapWatch()
  let latest = ''
  let isOver = false

  async function look(): Promise<void> {
    const { rows } = await pool.query<{ latest: string }>(
      'select max(fixed_at)::text as latest from newest_locations',
    )
    if (rows[0]!.latest === latest) return
    latest = rows[0]!.latest
    gaps.succeed()
  }

  const looking = (async () => {
    while (!isOver) {
      await look().catch(() => {})
      await sleep(lookEveryMs)
    }
  })()
  return {
    ...gaps,
    async stop() {
      isOver = true
      await looking
      if (!pool.ending) await pool.end()
    },
  }
}
