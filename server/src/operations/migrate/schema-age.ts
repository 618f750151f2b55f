// Code works on its own schema and on the next one, never on an older one: the database is migrated first, and then the
// processes follow, one after the other.

import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { isUnavailable } from '../../platform/http/errors.ts'
import { listMigrations } from './migrate.ts'
import * as queries from './schema-age.queries.ts'

const askAgainAfterMs = 5_000

export class OldSchemaError extends Error {
  override name = 'OldSchemaError'
  constructor(missing: string[]) {
    const others = missing.length === 1 ? '' : ` and ${missing.length - 1} more`
    super(
      `The database is older than this version: it lacks ${missing[0]}${others}. Run first: rastro migrate`,
    )
  }
}

export class NewSchemaError extends Error {
  override name = 'NewSchemaError'
  constructor(ahead: string[]) {
    super(
      `The database is already ahead of this version by ${ahead.join(', ')}. ` +
        'To go back, start the processes of this version: they work on the schema of the next one.',
    )
  }
}

/** `stop` is called when a database that was away at the start turns out to be too old. */
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
      ctx.log.info({ ahead }, 'the database is newer than this version; an upgrade goes on')
  } catch (error) {
    if (!isUnavailable(error)) throw error
    // Trackers must be heard meanwhile: what they say is kept by the log.
    askLater(ctx, stop)
  }
}

/** None where the role may not ask: then the schema is older than any that this code knows. */
async function listApplied(directory: Db): Promise<string[]> {
  if ((await queries.mayReadMigrations(directory)) !== 'yes') return []
  return (await queries.listApplied(directory)).map(({ name }) => name)
}

function askLater(ctx: Pick<Context, 'db' | 'log'>, stop: (error: OldSchemaError) => void): void {
  setTimeout(() => {
    requireSchema(ctx, stop).catch((error) => {
      if (error instanceof OldSchemaError) stop(error)
      else ctx.log.error({ err: error }, 'whether the schema is new enough could not be asked')
    })
  }, askAgainAfterMs).unref()
}
