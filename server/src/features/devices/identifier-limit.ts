// Limits how many identifiers an account assigns in a day. An identifier is taken without proof of possession, and the
// response shows whether it is registered: without a limit, accounts could search for the trackers of others.

import type { Tx } from '../../platform/context.ts'
import { afterTransaction } from '../../platform/db/db.ts'
import { TooManyError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { countLicenses } from '../licenses/license.api.ts'
import * as queries from './identifier-limit.queries.ts'

/** Enough to register the whole fleet and to replace its trackers. */
const perLicense = 3
const dayMs = 86_400_000

/** Call it before the identifiers are looked up, with the licenses locked. Refused attempts count too. */
export async function countIdentifierChanges(
  ctx: Pick<Tx, 'db' | 'config' | 'now'>,
  count: number,
): Promise<void> {
  const now = ctx.now()
  const dayAgo = new Date(now.getTime() - dayMs)
  const { total } = await countLicenses(ctx.db, now)
  const { identifierChangesPerDay } = ctx.config.access
  const limit = identifierChangesPerDay + perLicense * total
  const { used, startedAt } = await queries.addChanges(ctx.db, count, now, dayAgo)
  if (used > limit) {
    metrics.identifiersRefused.inc({ reason: 'limit' })
    throw new TooManyError(
      'devices.too_many_identifiers',
      `The account may assign ${limit} identifiers in 24 hours: ${identifierChangesPerDay}, and ${perLicense} per license.`,
      { retryAfterSeconds: Math.ceil((startedAt.getTime() + dayMs - now.getTime()) / 1_000) },
    )
  }
  afterTransaction(ctx.db, async (isCommitted, db) => {
    if (!isCommitted) await queries.addChanges(db, count, now, dayAgo)
  })
}
