// The people who run the installation. They use the commands of the server; customers see one of them as their contact.

import type { Context } from '../../platform/context.ts'
import { ConflictError, NotFoundError } from '../../platform/http/errors.ts'
import * as queries from './operator.queries.ts'

type Needs = Pick<Context, 'db'>

/** Whom customers ask; empty if nobody is named. */
export async function findOperatorContact({ db, config }: Needs & Pick<Context, 'config'>): Promise<string> {
  if (config.accounts.operatorContact) return config.accounts.operatorContact
  const [first] = await queries.listOperators(db.directory)
  return first?.email ?? ''
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
