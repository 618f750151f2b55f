// Public API of auth: looks up users by name and accounts by id, and runs housekeeping.

import type { Context } from '../../platform/context.ts'
import * as callers from './caller.queries.ts'
import { keepSignInPartitions } from './sign-in-log.api.ts'
import { rotateDueSigningKeys } from './signing-keys.api.ts'
import { deleteOldThrottles } from './throttle.api.ts'
import * as names from './token.queries.ts'

/** No account has this number. Unknown names take the same queries and the same time as known ones. */
export const unknownUser: names.NamedUser = { accountId: 0, account: '', userId: '' }

export async function findUserByName(ctx: Pick<Context, 'db'>, userName: string): Promise<names.NamedUser> {
  return (await names.findUserByName(ctx.db.directory, userName)) ?? unknownUser
}

export function findAccountNumber(ctx: Pick<Context, 'db'>, account: string): Promise<number | undefined> {
  return callers.findAccountId(ctx.db.directory, account)
}

export async function runHousekeeping(ctx: Pick<Context, 'db' | 'config' | 'now'>): Promise<void> {
  await rotateDueSigningKeys(ctx)
  await deleteOldThrottles(ctx)
  await keepSignInPartitions(ctx)
}

/** Every account of this cell. */
export function listAccountNumbers(
  ctx: Pick<Context, 'db'>,
): Promise<{ accountId: number; account: string }[]> {
  return callers.listAccounts(ctx.db.directory)
}

export function pageAccountNumbers(
  ctx: Pick<Context, 'db'>,
  after: number,
  limit: number,
): Promise<{ accountId: number; account: string }[]> {
  return callers.pageAccounts(ctx.db.directory, after, limit)
}
