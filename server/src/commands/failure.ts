// Turns whatever stopped a command into a sentence its reader can act on.

import { ConfigError } from '../config.ts'
import { CallerError, isUnavailable } from '../platform/errors.ts'
import { UnsafeError } from '../processes/guard.ts'

export function describeFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UnsafeError) return error.message
  if (isUnavailable(error)) {
    return `The database does not answer (${(error as Error).message}). Is it running? In a checkout: npm run services -- start`
  }
  if (error instanceof CallerError) return error.message
  if ((error as { code?: string }).code === '42P01') {
    return 'The database has no tables yet. Run: rastro migrate'
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
