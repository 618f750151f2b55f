// The people who run the installation. They use the commands of the server; customers see one of them as their contact.

import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, NotFoundError } from '../../platform/http/errors.ts'
import * as queries from './operator.queries.ts'

type Needs = Pick<Context, 'db'>

export interface Operating {
  /** Whom customers ask; empty if nobody is named. */
  contact: string
  /** Whether the caller runs the installation. An API key does not, nor an operator in a support session. */
  isOperator: boolean
  /** Whether an operator has resellers or accounts to manage, besides the own one. */
  hasOthers: boolean
}

export async function findOperating(
  { db, cells, config }: Needs & Pick<Context, 'cells' | 'config'>,
  { accountId, userId, key, support }: Pick<Caller, 'accountId' | 'userId' | 'key' | 'support'>,
): Promise<Operating> {
  const contact = config.accounts.operatorContact || ((await queries.findContact(db.directory)) ?? '')
  // Not by its name, which another account can take when the user is deleted.
  const isOperator = !key && !support && (await queries.isOperator(db.directory, userId))
  return {
    contact,
    isOperator,
    // The account is shown without it while the shared directory is unavailable.
    hasOthers:
      isOperator && (await queries.hasOthers(cells?.directory ?? db.directory, accountId).catch(() => false)),
  }
}

export function isOperator({ db }: Needs, userId: string): Promise<boolean> {
  return queries.isOperator(db.directory, userId)
}

export function listOperators({ db }: Needs): Promise<queries.Operator[]> {
  return queries.listOperators(db.directory)
}

export async function addOperator(
  ctx: Needs & Pick<Context, 'now'>,
  operator: { userName: string; email: string },
): Promise<void> {
  const isNew = await queries.insertOperator(ctx.db.directory, { ...operator, createdAt: ctx.now() })
  if (!isNew)
    throw new ConflictError('accounts.operator_exists', `"${operator.userName}" is an operator already.`)
}

export async function removeOperator({ db }: Needs, userName: string): Promise<void> {
  if (await queries.deleteOperator(db.directory, userName)) return
  throw new NotFoundError('accounts.operator_not_found', `"${userName}" is not an operator.`)
}
