// Accounts that a reseller creates: the owner gets an invitation and chooses the password, so that the reseller never
// knows it.

import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { afterTransaction } from '../../platform/db/db.ts'
import { createAccount } from '../accounts/account.api.ts'
import { operator } from '../audit/audit.api.ts'
import { requireMailServer } from '../auth/identity-mail.api.ts'
import { inviteAsOperator } from '../users/invitation.api.ts'
import type { NewNode } from './node.queries.ts'
import * as queries from './node.queries.ts'
import type { ManagedNode } from './resale.types.ts'
import { getReseller, poolEmpty, requireAdded } from './reseller.api.ts'
import { branchOf, treeOf } from './tree-database.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'config' | 'now'>

export interface NewCustomer {
  parentId: string
  /** Required to be free; they are transferred afterwards. */
  licenses: number
  name: string
  timeZone: string
  owner: { userName: string; name: string; email: string; country: string }
}

/** Without licenses: they are transferred from the pool afterwards. Returns the id of the account. */
export function createCustomer(ctx: Needs, managed: ManagedNode, wanted: NewCustomer): Promise<string> {
  const { name, parentId } = wanted
  return create(ctx, managed, wanted, async (account, accountNumber) => {
    await add(ctx, managed, { parentId, id: account, kind: 'account', name, accountNumber, isStaff: false })
    return () => queries.removeAccountNode(treeOf(ctx), accountNumber)
  })
}

/** A reseller and its staff account. Returns the id of the reseller. */
export async function createResellerWithStaff(
  ctx: Needs,
  managed: ManagedNode,
  wanted: NewCustomer,
): Promise<string> {
  const { name, parentId } = wanted
  const resellerId = newId('res')
  await create(ctx, managed, wanted, async (account, accountNumber) => {
    await add(ctx, managed, {
      parentId,
      id: resellerId,
      kind: 'reseller',
      name,
      accountNumber: null,
      isStaff: false,
    })
    const staff = {
      parentId: resellerId,
      id: account,
      kind: 'account',
      name,
      accountNumber,
      isStaff: true,
    } as const
    await add(ctx, managed, staff)
    return async () => {
      await queries.removeAccountNode(treeOf(ctx), accountNumber)
      await queries.deleteReseller(treeOf(ctx), resellerId)
    }
  })
  return resellerId
}

/** The nodes exist before the account is committed, so that it never appears elsewhere in the tree. */
async function create(
  ctx: Needs,
  managed: ManagedNode,
  { parentId, licenses, name, timeZone, owner }: NewCustomer,
  addNodes: (account: string, accountNumber: number) => Promise<() => Promise<void>>,
): Promise<string> {
  requireMailServer(ctx)
  const { licenses: pool } = await getReseller(ctx, managed, parentId)
  if (pool.free !== null && pool.free < licenses) throw poolEmpty(pool.free)
  const created = await createAccount(
    ctx,
    { name, timeZone, licenses: 0, owner: { ...owner, passwordHash: null } },
    async (tx: Pick<Tx, 'db' | 'now' | 'config'>, { account, ownerId }) => {
      const removeNodes = await addNodes(account, tx.db.accountId)
      afterTransaction(tx.db, async (isCommitted) => {
        if (!isCommitted) await removeNodes()
      })
      await inviteAsOperator(tx, operator, { account, user: { id: ownerId, email: owner.email } })
    },
  )
  return created.account
}

async function add(ctx: Needs, managed: ManagedNode, node: NewNode): Promise<void> {
  requireAdded(await queries.addNode(branchOf(ctx, managed.path), node, ctx.now()), node.parentId)
}
