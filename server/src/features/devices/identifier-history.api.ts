// For the operator, after a restore: a tracker that had to be registered again keeps what it sent before.

import type { Context } from '../../platform/context.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import * as queries from './identifier-history.queries.ts'

/** Assigns the identifiers to their current devices from an earlier instant on. Only the operator knows that it is so. */
export async function backdateIdentifiers(
  ctx: Pick<Context, 'db'>,
  identifiers: readonly string[],
  since: Date,
): Promise<void> {
  const owners = await queries.listOwners(ctx.db.directory, identifiers)
  const unknown = identifiers.find((wanted) => !owners.some(({ identifier }) => identifier === wanted))
  if (unknown !== undefined)
    throw new NotFoundError('devices.not_found', `No device has the identifier "${unknown}".`)
  for (const { identifier, accountId } of owners) {
    await queries.backdate(ctx.db.forAccount(accountId), identifier, since)
  }
}
