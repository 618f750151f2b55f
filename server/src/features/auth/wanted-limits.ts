// Checks the limits that a caller wants for an API key. All faults are reported together.

import type { Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { includesGroup, may } from '../../platform/http/caller.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { isNetwork } from '../../platform/http/network.ts'
import * as queries from './api-key.queries.ts'
import type { KeyLimits } from './api-key.types.ts'

const dayMs = 86_400_000

/** The latest end of a new key: that of the account's policy, and of the key that creates it. Null: none. */
export async function latestEnd(
  ctx: Pick<Tx, 'db' | 'now'>,
  caller?: Pick<Caller, 'key'>,
): Promise<Date | null> {
  const maxDays = await queries.findMaxDays(ctx.db)
  const ends = [
    maxDays === null ? undefined : ctx.now().getTime() + maxDays * dayMs,
    caller?.key?.expiresAt?.getTime(),
  ].filter((end) => end !== undefined)
  return ends.length > 0 ? new Date(Math.min(...ends)) : null
}

export async function requireGrantable(ctx: Tx, caller: Caller, wanted: Partial<KeyLimits>): Promise<void> {
  const details = [
    ...privilegeFaults(caller, wanted),
    ...(await groupFaults(ctx, caller, wanted)),
    ...(await deviceFaults(ctx, caller, wanted)),
    ...(await endFaults(ctx, caller, wanted)),
    ...networkFaults(wanted),
  ]
  throwIfAny(details)
}

/** For the operator, who may give a key whatever its user has. */
export function requireNetworks(wanted: Partial<KeyLimits>): void {
  throwIfAny(networkFaults(wanted))
}

function throwIfAny(details: Fault[]): void {
  const [first] = details
  if (first) throw new InvalidError('body.invalid', `${first.path} ${first.message}.`, { details })
}

interface Fault {
  path: string
  message: string
}

const unseen = (id: string) => `"${id}" does not exist, or is not yours to see`

function privilegeFaults(caller: Caller, { privileges }: Partial<KeyLimits>): Fault[] {
  return (privileges ?? []).flatMap((privilege, index) =>
    may(caller, privilege)
      ? []
      : [{ path: `privileges.${index}`, message: 'is a privilege that you do not have' }],
  )
}

async function groupFaults(
  ctx: Pick<Tx, 'db'>,
  caller: Caller,
  { groupIds }: Partial<KeyLimits>,
): Promise<Fault[]> {
  if (!groupIds) return []
  const unknown = new Set(await queries.listUnknownGroups(ctx.db, groupIds))
  return groupIds.flatMap((id, index) =>
    unknown.has(id) || !includesGroup(caller.scope, id)
      ? [{ path: `groupIds.${index}`, message: unseen(id) }]
      : [],
  )
}

async function deviceFaults(
  ctx: Pick<Tx, 'db'>,
  caller: Caller,
  wanted: Partial<KeyLimits>,
): Promise<Fault[]> {
  const { deviceId, groupIds } = wanted
  if (!deviceId) return []
  if (groupIds) return [{ path: 'deviceId', message: 'cannot be set together with groupIds' }]
  const isVisible = await queries.isDeviceVisible(ctx.db, caller.scope, deviceId)
  return isVisible ? [] : [{ path: 'deviceId', message: unseen(deviceId) }]
}

async function endFaults(ctx: Tx, caller: Caller, { expiresAt }: Partial<KeyLimits>): Promise<Fault[]> {
  if (expiresAt === undefined) return []
  if (expiresAt !== null && expiresAt <= ctx.now())
    return [{ path: 'expiresAt', message: 'must be in the future' }]
  const latest = await latestEnd(ctx, caller)
  if (latest === null || (expiresAt !== null && expiresAt <= latest)) return []
  return [{ path: 'expiresAt', message: `must be at most ${latest.toISOString()} in this account` }]
}

function networkFaults({ networks }: Partial<KeyLimits>): Fault[] {
  return (networks ?? []).flatMap((network, index) =>
    isNetwork(network)
      ? []
      : [{ path: `networks.${index}`, message: 'must be an IP address or a network like 192.0.2.0/24' }],
  )
}
