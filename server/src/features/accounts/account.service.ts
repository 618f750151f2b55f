// Accounts: the customers of the platform. Made by the operator; named and placed in a time zone by their owner.

import type { Caller } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction, isDuplicate } from '../../platform/db.ts'
import { ConflictError, ForbiddenError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { hashPassword } from '../sessions/password.service.ts'
import * as queries from './account.queries.ts'
import type { Account, NewAccount } from './account.types.ts'

export interface CreatedAccount {
  accountId: number
  account: string
  ownerId: string
}

export async function createAccount(ctx: Pick<Context, 'db'>, wanted: NewAccount): Promise<CreatedAccount> {
  const { password, ...owner } = wanted.owner
  const passwordHash = await hashPassword(password)
  const accountId = await queries.nextAccountNumber(ctx.db.directory)
  const account = newId('acc')
  const ownerId = newId('usr')
  try {
    await inTransaction(ctx, accountId, async ({ db }) => {
      await queries.insertAccount(db, { ...wanted, publicId: account })
      await queries.insertOwner(db, { ...owner, id: ownerId, timeZone: wanted.timeZone, passwordHash })
    })
  } catch (error) {
    if (!isDuplicate(error, 'directory_users_pkey')) throw error
    throw new ConflictError('users.name_taken', `The user name "${owner.userName}" is taken.`)
  }
  return { accountId, account, ownerId }
}

export async function getAccount(ctx: Pick<Context, 'db'>, caller: Caller): Promise<Account> {
  const account = await queries.findAccount(ctx.db.forAccount(caller.accountId))
  if (!account) throw new Error(`account ${caller.accountId} has a caller but no row`)
  return account
}

export async function changeAccount(
  ctx: Pick<Context, 'db' | 'now'>,
  caller: Caller,
  change: { name?: string; timeZone?: string },
): Promise<Account> {
  if (caller.role === 'standard') {
    throw new ForbiddenError(
      'account.not_yours',
      'Only the account holder or an administrator may change the account.',
    )
  }
  const { name = null, timeZone = null } = change
  await queries.updateAccount(ctx.db.forAccount(caller.accountId), { name, timeZone }, ctx.now())
  return getAccount(ctx, caller)
}
