// This cell's number, and the directory that all cells share. An unavailable directory is not queried again for a
// moment, so callers do not queue up behind its timeouts.

import type { Config } from '../../config/config.ts'
import type { Db } from '../db/db.ts'
import { createDirectoryPool } from '../db/db.ts'
import { isUnavailable, UnavailableError } from '../http/errors.ts'
import type { Log } from '../observability/log.ts'

const unavailableForMs = 1_000

export interface Cells {
  /** The number of this cell. */
  readonly own: number
  readonly directory: Db
  /** The reseller tree of the directory, from this path down. */
  forReseller(resellerPath: string): Db
  end(): Promise<void>
}

/** Undefined in a single-cell installation; nothing is opened. */
export function joinCells(config: Config['cells'], log: Log, applicationName?: string): Cells | undefined {
  const { directoryUrl, number: own } = config
  if (!directoryUrl || own === 0) return undefined
  const pool = createDirectoryPool(directoryUrl, log, applicationName)
  let unavailableUntil = 0

  async function withCircuitBreaker<T>(query: () => Promise<T>): Promise<T> {
    if (performance.now() < unavailableUntil) throw new UnavailableError('the cell directory is unavailable')
    try {
      return await query()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      unavailableUntil = performance.now() + unavailableForMs
      throw new UnavailableError(error)
    }
  }
  function guarded(db: Db): Db {
    const query = (text: TemplateStringsArray, ...values: unknown[]) =>
      withCircuitBreaker(() => db(text, ...values))
    return Object.assign(query, {
      text: (sql: string, values?: unknown[]) => withCircuitBreaker(() => db.text(sql, values)),
    }) as Db
  }
  return {
    own,
    directory: guarded(pool.withScope('directory')),
    forReseller: (resellerPath) => guarded(pool.withScope({ resellerPath })),
    end: pool.end,
  }
}

/** A name that identifies an account across cells. */
export interface Credential {
  kind: 'account' | 'user' | 'identifier' | 'share' | 'ingest_key' | 'domain'
  name: string
}
