// Checks the schema version. Code works with its own schema and the next one, never with an older one: the database
// is migrated first, then the processes are upgraded one by one.

import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { isUnavailable } from '../../platform/http/errors.ts'
import { listMigrations } from './migrate.ts'
import * as queries from './schema-version.queries.ts'

const retryAfterMs = 5_000

export class OldSchemaError extends Error {
  override name = 'OldSchemaError'
  constructor(missing: string[]) {
    const others = missing.length === 1 ? '' : ` and ${missing.length - 1} more`
    super(
      `The database schema is older than this version (missing: ${missing[0]}${others}). Run first: rastro migrate`,
    )
  }
}

export class NewSchemaError extends Error {
  override name = 'NewSchemaError'
  constructor(ahead: string[]) {
    super(
      `The database schema is newer than this version: ${ahead.join(', ')}. ` +
        'To roll back, start the processes of this version: they work with the schema of the next one.',
    )
  }
}

/** `stop` is called if the database was unavailable at start and later turns out to be too old. */
export async function requireSchema(
  ctx: Pick<Context, 'db' | 'log'>,
  stop: (error: OldSchemaError) => void = () => {},
): Promise<void> {
  const known = (await listMigrations()).map(({ name }) => name)
  try {
    const applied = await listApplied(ctx.db.directory)
    const missing = known.filter((name) => !applied.includes(name))
    if (missing.length > 0) throw new OldSchemaError(missing)
    const ahead = applied.filter((name) => !known.includes(name))
    if (ahead.length > 0)
      ctx.log.info({ ahead }, 'database schema is newer than this version, upgrade in progress')
  } catch (error) {
    if (!isUnavailable(error)) throw error
    // Start anyway, so that trackers are received: the log buffers their locations.
    retryLater(ctx, stop)
  }
}

/** Empty if the role has no access: the schema is older than any that this code knows. */
async function listApplied(directory: Db): Promise<string[]> {
  if ((await queries.canReadMigrations(directory)) !== 'yes') return []
  return (await queries.listApplied(directory)).map(({ name }) => name)
}

function retryLater(ctx: Pick<Context, 'db' | 'log'>, stop: (error: OldSchemaError) => void): void {
  setTimeout(() => {
    requireSchema(ctx, stop).catch((error) => {
      if (error instanceof OldSchemaError) stop(error)
      else ctx.log.error({ err: error }, 'checking the schema version failed')
    })
  }, retryAfterMs).unref()
}
