// What other rooms may ask of access: who has a name, and whether somebody may enter.

import type { Context } from '../../platform/context.ts'
import * as callers from './caller.queries.ts'
import { keepSigningKeysYoung } from './signing-keys.api.ts'
import { forgetOldThrottles } from './throttle.api.ts'
import * as names from './token.queries.ts'

/** No account has this number: a stranger is looked for in the same way, and takes the same time. */
const nobody: names.NamedUser = { accountId: 0, account: '', userId: '' }

export async function findUserByName(ctx: Pick<Context, 'db'>, userName: string): Promise<names.NamedUser> {
  return (await names.findUserByName(ctx.db.directory, userName)) ?? nobody
}

export function findAccountNumber(ctx: Pick<Context, 'db'>, account: string): Promise<number | undefined> {
  return callers.findAccountId(ctx.db.directory, account)
}

export async function keepHouse(ctx: Pick<Context, 'db' | 'config' | 'now'>): Promise<void> {
  await keepSigningKeysYoung(ctx)
  await forgetOldThrottles(ctx)
}

/** Every account of this cell, for the operator's own checks. */
export function listAccountNumbers(
  ctx: Pick<Context, 'db'>,
): Promise<{ accountId: number; account: string }[]> {
  return callers.listAccounts(ctx.db.directory)
}

/** The same a page at a time, for who shows them. */
export function pageAccountNumbers(
  ctx: Pick<Context, 'db'>,
  after: number,
  limit: number,
): Promise<{ accountId: number; account: string }[]> {
  return callers.pageAccounts(ctx.db.directory, after, limit)
}
