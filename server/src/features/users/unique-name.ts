// User names are unique on the platform.

import type { Tx } from '../../platform/context.ts'
import { isDuplicate } from '../../platform/db/db.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import { releaseNames, reserveNames } from '../cells/name-reservation.api.ts'

/** Ensures a unique name in this cell, by its own directory, and across all cells. */
export async function withUniqueName(
  ctx: Pick<Tx, 'db' | 'cells'>,
  userName: string,
  work: () => Promise<{ taken: string; released?: string } | undefined>,
): Promise<void> {
  const named = await work().catch((error) => {
    throw isDuplicate(error, 'directory_users_pkey') ? nameTaken(userName) : error
  })
  if (!named) return
  if ((await reserveNames(ctx, 'user', [named.taken])).length > 0) throw nameTaken(userName)
  if (named.released !== undefined) await releaseNames(ctx, 'user', [named.released])
}

function nameTaken(userName: string): ConflictError {
  return new ConflictError(
    'users.name_taken',
    `The user name "${userName}" is not available. Choose another.`,
  )
}
