// This cell among others: its number, and the directory that all of them share. A directory that is away is not asked
// again for a moment, so that nobody waits for it in a row.

import type { Config } from '../../config/config.ts'
import type { Db } from '../db/db.ts'
import { createDirectoryPool } from '../db/db.ts'
import { isUnavailable, UnavailableError } from '../http/errors.ts'
import type { Log } from '../observability/log.ts'

const awayForMs = 1_000

export interface Cells {
  /** Which of them this is. */
  readonly own: number
  readonly directory: Db
  end(): Promise<void>
}

/** Undefined, and nothing is opened, where this cell is the only one. */
export function joinCells(config: Config['cells'], log: Log, applicationName?: string): Cells | undefined {
  const { directoryUrl, number: own } = config
  if (!directoryUrl || own === 0) return undefined
  const pool = createDirectoryPool(directoryUrl, log, applicationName)
  let awayUntil = 0

  async function guarded<T>(ask: () => Promise<T>): Promise<T> {
    if (performance.now() < awayUntil) throw new UnavailableError('the directory of cells is away')
    try {
      return await ask()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      awayUntil = performance.now() + awayForMs
      throw new UnavailableError(error)
    }
  }
  const ask = (text: TemplateStringsArray, ...values: unknown[]) => guarded(() => pool.db(text, ...values))
  const directory = Object.assign(ask, {
    text: (sql: string, values?: unknown[]) => guarded(() => pool.db.text(sql, values)),
  }) as Db
  return { own, directory, end: pool.end }
}

/** What somebody shows who comes, and by which his account is found: in this cell, or in another. */
export interface Comer {
  kind: 'account' | 'user' | 'identifier' | 'share' | 'ingest_key'
  name: string
}
