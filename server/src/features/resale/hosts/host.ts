// The hosts of a reseller: its people add them, prove them in DNS, and choose the one for links.

import type { Context } from '../../../platform/context.ts'
import { randomText } from '../../../platform/crypto/ids.ts'
import { isDuplicate } from '../../../platform/db/db.ts'
import { ConflictError, NotFoundError, TooManyError } from '../../../platform/http/errors.ts'
import { normalizeHost } from '../../../platform/sites/host-names.ts'
import type { ManagedNode } from '../resale.types.ts'
import { branchOf, treeOf } from '../tree-database.ts'
import type { HostChecker } from './check.ts'
import * as queries from './host.queries.ts'
import type { StoredHost } from './host.types.ts'
import { parseHostName } from './host-name.ts'

type Reads = Pick<Context, 'db' | 'cells'>
type Needs = Reads & Pick<Context, 'config' | 'now' | 'sites'>

const limits = { perNode: 20, perNodeADay: 5, onPlatformADay: 100 }
const tokenLength = 32
const dayInSeconds = 86_400
/** A check asks DNS: pressing the button again shows what was found. */
const recheckAfterMs = 5_000
/** Each attempt that fails lets another call through. */
const maxAttempts = 100

export function listHosts(ctx: Reads, { path }: ManagedNode): Promise<StoredHost[]> {
  return queries.listHosts(branchOf(ctx, path), path)
}

export async function getHost(ctx: Reads, { path }: ManagedNode, name: string): Promise<StoredHost> {
  const host = await queries.findHost(branchOf(ctx, path), path, normalizeHost(name))
  if (host) return host
  throw new NotFoundError('hosts.not_found', `The host "${name}" does not exist, or is not yours to see.`)
}

/** One that was added before is returned as it is. */
export async function addHost(
  ctx: Needs,
  managed: ManagedNode,
  { host, author }: { host: string; author: string },
): Promise<{ host: StoredHost; isNew: boolean }> {
  const name = parseHostName(ctx.config, host)
  const wanted = { nodeId: managed.id, name, token: randomText(tokenLength), author }
  const outcome = await queries.addHost(treeOf(ctx), wanted, limits, ctx.now())
  if (outcome !== 'done' && outcome !== 'known') throw refusal(outcome)
  return { host: await getHost(ctx, managed, name), isNew: outcome === 'done' }
}

function refusal(outcome: string): Error {
  if (outcome === 'too_many')
    return new ConflictError(
      'hosts.too_many',
      `A reseller has at most ${limits.perNode} hosts. Remove one first.`,
    )
  const reason =
    outcome === 'too_many_today'
      ? `A reseller can add ${limits.perNodeADay} hosts a day.`
      : 'Too many hosts were added today, by you and by others.'
  return new TooManyError('hosts.too_many_today', `${reason} Try again tomorrow.`, {
    retryAfterSeconds: dayInSeconds,
  })
}

export async function checkHost(
  ctx: Needs,
  checker: HostChecker,
  managed: ManagedNode,
  name: string,
): Promise<{ before: StoredHost; after: StoredHost }> {
  const before = await getHost(ctx, managed, name)
  const now = ctx.now()
  const notAfter = new Date(now.getTime() - recheckAfterMs)
  // Counted before DNS is asked: of many calls at once only one asks.
  const begins = await queries.beginCheck(branchOf(ctx, managed.path), managed.path, before.name, {
    now,
    notAfter,
  })
  if (!begins) return { before, after: before }
  await checker.check(before)
  await ctx.sites.refresh()
  return { before, after: await getHost(ctx, managed, before.name) }
}

export async function changeHost(
  ctx: Needs,
  managed: ManagedNode,
  name: string,
  change: { isHome: boolean; servesDocs: boolean },
): Promise<{ before: StoredHost; after: StoredHost }> {
  const before = await getHost(ctx, managed, name)
  if (change.isHome && before.state !== 'verified')
    throw new ConflictError('hosts.not_verified', 'Links cannot have a host that is not verified.')
  if (change.isHome && managed.depth === 0)
    throw new ConflictError('hosts.not_verified', 'Links of the platform have its public URL.')
  await changeInTurn(() => queries.changeHost(branchOf(ctx, managed.path), managed.path, before.name, change))
  await ctx.sites.refresh()
  return { before, after: await getHost(ctx, managed, before.name) }
}

/** Another call may choose another host for links at the same moment: the last one counts. */
async function changeInTurn(change: () => Promise<void>): Promise<void> {
  for (let left = maxAttempts - 1; ; left -= 1) {
    try {
      return await change()
    } catch (error) {
      if (left === 0 || !isDuplicate(error, 'hosts_home')) throw error
    }
  }
}

/** It is not served any more, within seconds. Sessions that were opened there cannot be refreshed. */
export async function removeHost(ctx: Needs, managed: ManagedNode, name: string): Promise<StoredHost> {
  const host = await getHost(ctx, managed, name)
  await queries.deleteHost(branchOf(ctx, managed.path), managed.path, host.name)
  await queries.keepHome(treeOf(ctx), host.node)
  await ctx.sites.refresh()
  return host
}
