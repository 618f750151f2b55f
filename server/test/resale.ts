// Resellers for tests: with a staff account, a pool, and accounts below.

import { applyNodes } from '../src/features/resale/applying.ts'
import { createCustomer } from '../src/features/resale/customer.api.ts'
import { addNode } from '../src/features/resale/node.queries.ts'
import type { ManagedNode } from '../src/features/resale/resale.types.ts'
import {
  changeStatus,
  createReseller,
  makeStaff,
  transferLicenses,
} from '../src/features/resale/reseller.api.ts'
import { getPlatform, keepInTree } from '../src/features/resale/tree.api.ts'
import { newId, randomText } from '../src/platform/crypto/ids.ts'
import type { MadeAccount } from './make.ts'
import type { World } from './world.ts'

export interface MadeReseller extends ManagedNode {
  staff: MadeAccount
}

export const because = { reason: 'Unpaid since May.', author: 'Ana' }

/** Below the platform by default. */
export async function makeReseller(
  world: Pick<World, 'ctx' | 'make'>,
  options: { parentId?: string; licenses?: number } = {},
): Promise<MadeReseller> {
  const staff = await world.make.account()
  return { ...(await keepReseller(world, staff, options)), staff }
}

/** The reseller whose staff the account is; made if there is none. */
export async function keepReseller(
  { ctx }: Pick<World, 'ctx'>,
  staff: MadeAccount,
  { parentId = 'platform', licenses = 0 } = {},
): Promise<ManagedNode> {
  const known = await findNode(ctx, staff)
  if (known) return known
  const platform = await getPlatform(ctx)
  await keepInTree(ctx, { accountNumber: staff.accountId, id: staff.account })
  const id = await createReseller(ctx, platform, { parentId, name: `Reseller ${randomText(6)}` })
  await makeStaff(ctx, staff.accountId, id)
  if (licenses > 0) await transferLicenses(ctx, platform, { nodeId: id, licenses, ...because })
  return (await findNode(ctx, staff))!
}

async function findNode(ctx: World['ctx'], { accountId }: MadeAccount): Promise<ManagedNode | undefined> {
  const tree = ctx.cells?.directory ?? ctx.db.directory
  const [row] = await tree<ManagedNode>`
    select p.id, p.name, p.path, p.depth from nodes s join nodes p on p.number = s.parent
    where s.account_number = ${accountId} and s.is_staff`
  return row
}

/** The work of the notifier: accounts get their place in the tree. */
export async function applyTree({ ctx }: Pick<World, 'ctx'>): Promise<void> {
  while (await applyNodes(ctx));
}

export interface MadeCustomer {
  id: string
  accountId: number
}

export async function makeCustomer(
  { ctx }: Pick<World, 'ctx'>,
  reseller: ManagedNode,
  { licenses = 0, name = `Customer ${randomText(6)}` } = {},
): Promise<MadeCustomer> {
  const email = `${randomText(10).toLowerCase()}@example.com`
  const owner = { userName: email, name, email, country: 'ES' }
  const wanted = { parentId: reseller.id, licenses, name, timeZone: 'UTC', owner }
  const id = await createCustomer(ctx, reseller, wanted)
  if (licenses > 0) await transferLicenses(ctx, reseller, { nodeId: id, licenses, ...because })
  const [row] = await ctx.db.directory<{ accountId: number }>`
    select account_id from directory_accounts where public_id = ${id}`
  return { id, accountId: row!.accountId }
}

/** An account that is in the tree and in no cell. Returns its id. */
export async function makeTreeAccount({ ctx }: Pick<World, 'ctx'>, parentId: string): Promise<string> {
  const id = newId('acc')
  const accountNumber = 1_000_000_000 + Math.floor(Math.random() * 1_000_000_000)
  const node = {
    parentId,
    id,
    kind: 'account',
    name: `Fleet ${randomText(6)}`,
    accountNumber,
    isStaff: false,
  } as const
  await addNode(ctx.cells?.directory ?? ctx.db.directory, node, ctx.now())
  return id
}

/** An account of `make`, with tokens, that belongs to the reseller. */
export async function adoptAccount(
  world: Pick<World, 'superuser'>,
  reseller: ManagedNode,
  account: MadeAccount,
): Promise<void> {
  await world.superuser.query(
    `with r as (select * from nodes where id = $1)
     insert into nodes (id, kind, parent, path, depth, name, account_number, granted)
     select $2, 'account', r.number, '', r.depth + 1, $2, $3, 0 from r`,
    [reseller.id, account.account, account.accountId],
  )
  await world.superuser.query(
    `update nodes n set path = (select r.path from nodes r where r.number = n.parent) || lpad(n.number::text, 8, '0') || '/'
     where n.id = $1`,
    [account.account],
  )
}

export interface MadeBrand {
  name: string
  address: string
}

/** A brand with both senders, in use. */
export async function makeBrand(world: Pick<World, 'superuser'>, path: string): Promise<MadeBrand> {
  const name = `Brand ${randomText(8)}`
  const domain = `${randomText(8).toLowerCase()}.example`
  const address = `alerts@${domain}`
  await world.superuser.query(
    `insert into brands (node, path, name, short_name, color, updated_at)
     select number, path, $2, 'Brand', '#0b7285', now() from nodes where path = $1`,
    [path, name],
  )
  await world.superuser.query(
    `insert into brand_pictures (node, path, kind, hash, width, height, png)
     select number, path, 'icon', repeat('a', 64), 1, 1, '' from nodes where path = $1`,
    [path],
  )
  await world.superuser.query(
    `insert into email_senders (node, path, address, domain, selector, public_key, private_key, state, noted_state,
       check_at, updated_at)
     select number, path, $2, $3, 's1', 'AAAA', '', 'verified', 'verified', 'infinity', now() from nodes where path = $1`,
    [path, address, domain],
  )
  await world.superuser.query(
    `insert into sms_senders (node, path, sender, state, requested_at)
     select number, path, 'Brand', 'approved', now() from nodes where path = $1`,
    [path],
  )
  return { name, address }
}

export async function suspend(
  { ctx }: Pick<World, 'ctx'>,
  above: ManagedNode,
  id: string,
  withCustomers = true,
): Promise<void> {
  await changeStatus(ctx, above, id, { status: 'suspended', withCustomers, ...because })
}

export async function reopen({ ctx }: Pick<World, 'ctx'>, above: ManagedNode, id: string): Promise<void> {
  await changeStatus(ctx, above, id, { status: 'active', withCustomers: false, ...because })
}

export async function addPendingHost(
  { superuser }: Pick<World, 'superuser'>,
  nodeId: string,
  name: string,
): Promise<void> {
  await superuser.query(
    `insert into hosts (node, path, name, token, added_by, added_at)
     select number, path, $2, $3, 'Ana', now() from nodes where id = $1`,
    [nodeId, name, randomText(32)],
  )
}

/** A host that is served: verified without DNS. The first one of a reseller is its home. */
export async function addVerifiedHost(
  world: Pick<World, 'superuser' | 'ctx'>,
  nodeId: string,
  name: string,
): Promise<void> {
  await addPendingHost(world, nodeId, name)
  await world.superuser.query(
    `update hosts set state = 'verified', verified_at = now(), noted = 'verified', changed_at = clock_timestamp(),
       is_home = not exists (select from hosts o where o.node = hosts.node and o.is_home)
     where name = $1`,
    [name],
  )
  await world.ctx.sites.refresh()
}
