// Which maintenance waits to be evaluated, for operators.

import type { Context } from '../../platform/context.ts'
import type { WaitingChecks } from './check.queries.ts'
import { measureWaiting } from './check.queries.ts'

export function findWaitingMaintenance({ db, now }: Pick<Context, 'db' | 'now'>): Promise<WaitingChecks> {
  return measureWaiting(db.directory, now())
}
