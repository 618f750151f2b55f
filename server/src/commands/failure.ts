// Converts an error of a command to an actionable message.

import { ConfigError } from '../config/config.ts'
import { RisenAccountsError } from '../features/erasure/tombstone.api.ts'
import { LockTimeoutError } from '../operations/migrate/apply-migration.ts'
import { ChangedMigrationError } from '../operations/migrate/migrate.ts'
import { NewSchemaError, OldSchemaError } from '../operations/migrate/schema-version.ts'
import { StoreTooSmallError } from '../platform/bus/streams.ts'
import { CallerError, isUnavailable } from '../platform/http/errors.ts'
import { UnsafeError } from '../roles/startup-checks.ts'

const actionableErrors = [
  ChangedMigrationError,
  LockTimeoutError,
  NewSchemaError,
  OldSchemaError,
  RisenAccountsError,
  StoreTooSmallError,
  UnsafeError,
]
const doctorHint = 'Run "rastro doctor" for details.'

export function describeFailure(error: unknown): string {
  if (error instanceof ConfigError) return `${error.message}\n${doctorHint}`
  if (actionableErrors.some((kind) => error instanceof kind)) return (error as Error).message
  if (isUnavailable(error)) {
    return `The database does not respond (${(error as Error).message}). Is it running? In a checkout: npm run services -- start\n${doctorHint}`
  }
  if (error instanceof CallerError) return error.message
  if (isNotMigrated(error)) return 'The database has no tables yet. Run: rastro migrate'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The tables of Rastro or of pg-boss are missing. */
function isNotMigrated(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === '42P01' || message === 'pg-boss is not installed'
}
