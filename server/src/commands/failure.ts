// Turns whatever stopped a command into a sentence its reader can act on.

import { ConfigError } from '../config/config.ts'
import { LockedOutError } from '../operations/migrate/apply-migration.ts'
import { ChangedMigrationError } from '../operations/migrate/migrate.ts'
import { NewSchemaError, OldSchemaError } from '../operations/migrate/schema-age.ts'
import { CallerError, isUnavailable } from '../platform/http/errors.ts'
import { UnsafeError } from '../roles/startup-checks.ts'

const speakForThemselves = [
  ChangedMigrationError,
  LockedOutError,
  NewSchemaError,
  OldSchemaError,
  UnsafeError,
]
const moreByDoctor = '"rastro doctor" says more.'

export function describeFailure(error: unknown): string {
  if (error instanceof ConfigError) return `${error.message}\n${moreByDoctor}`
  if (speakForThemselves.some((kind) => error instanceof kind)) return (error as Error).message
  if (isUnavailable(error)) {
    return `The database does not answer (${(error as Error).message}). Is it running? In a checkout: npm run services -- start\n${moreByDoctor}`
  }
  if (error instanceof CallerError) return error.message
  if (isNotMigrated(error)) return 'The database has no tables yet. Run: rastro migrate'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Our own tables are missing, or those of the jobs. */
function isNotMigrated(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === '42P01' || message === 'pg-boss is not installed'
}
