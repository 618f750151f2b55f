// Who calls. A token says who it was issued to; whether that still holds is asked again every two seconds.

import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import type { Caller, DeviceScope, Privilege } from '../../platform/http/caller.ts'
import { isUnavailable } from '../../platform/http/errors.ts'
import type { Standing } from './caller.queries.ts'
import * as queries from './caller.queries.ts'
import type { Tokens } from './jwt.api.ts'
import { invalidToken } from './jwt.api.ts'
import type { TokenClaims } from './jwt.types.ts'

/** What was revoked works at most this long on: the promise is 5 s, on every process. */
const recheckAfterMs = 2_000
const maxCallers = 50_000

/** A line repeats its token with every call: what it says is not taken apart again. */
interface Shown {
  authorization: string
  claims: TokenClaims
}

interface Known {
  accountId: number
  standing: Standing
  privileges: ReadonlySet<Privilege>
  scope: DeviceScope
  checkedAt: number
}

export interface Callers {
  identify(request: Pick<FastifyRequest, 'headers' | 'id' | 'raw' | 'routeOptions'>): Promise<Caller>
}

export function createCallers(ctx: Pick<Context, 'db' | 'now'>, tokens: Tokens): Callers {
  const known = new LRUCache<string, Known>({ max: maxCallers })
  const accountIds = new LRUCache<string, number>({ max: maxCallers })
  const asking = new Map<string, Promise<Known | undefined>>()
  const shownLast = new WeakMap<object, Shown>()

  async function ask(claims: TokenClaims): Promise<Known | undefined> {
    const accountId =
      accountIds.get(claims.account) ?? (await queries.findAccountId(ctx.db.directory, claims.account))
    if (accountId === undefined) return undefined
    accountIds.set(claims.account, accountId)
    const [clientId = ''] = claims.clientId.split('.')
    const checkedAt = performance.now()
    const standing = await queries.findStanding(
      ctx.db.forAccount(accountId),
      claims.userId,
      clientId,
      ctx.now(),
    )
    return (
      standing && {
        accountId,
        standing,
        privileges: privilegesOf(standing),
        scope: scopeOf(standing),
        checkedAt,
      }
    )
  }

  async function currentStanding(claims: TokenClaims, toleratesOutage: boolean): Promise<Known | undefined> {
    const who = `${claims.account} ${claims.userId} ${claims.clientId}`
    const before = known.get(who)
    if (before && performance.now() - before.checkedAt < recheckAfterMs) return before
    let answer = asking.get(who)
    if (!answer) {
      answer = ask(claims).finally(() => asking.delete(who))
      asking.set(who, answer)
    }
    const found = await answer.catch((error) => {
      if (toleratesOutage && before && isUnavailable(error)) return before
      throw error
    })
    if (found) known.set(who, found)
    else known.delete(who)
    return found
  }

  async function claimsOf(authorization: string, line: object): Promise<TokenClaims> {
    const [scheme, token, ...rest] = authorization.split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) throw invalidToken()
    const claims = await tokens.verify(token)
    shownLast.set(line, { authorization, claims })
    return claims
  }

  return {
    async identify({ headers: { authorization = '' }, id: requestId, raw, routeOptions }) {
      const shown = shownLast.get(raw.socket)
      const isSame = shown?.authorization === authorization && shown.claims.expiresAt > ctx.now()
      const claims = isSame ? shown.claims : await claimsOf(authorization, raw.socket)
      const found = await currentStanding(claims, routeOptions.config.toleratesOutage === true)
      if (!found || !isInForce(found.standing, claims, ctx.now())) throw invalidToken()
      const { standing, accountId, privileges, scope } = found
      return {
        accountId,
        account: claims.account,
        userId: claims.userId,
        userName: standing.userName,
        role: standing.role,
        privileges,
        scope,
        clientId: claims.clientId,
        provedAt: claims.provedAt,
        requestId,
      }
    },
  }
}

/** `adminDevices` is short for the privileges to edit the devices in view and their limits. */
function privilegesOf({ privileges, adminDevices }: Standing): Set<Privilege> {
  return new Set(adminDevices ? [...privileges, 'devices.edit', 'devices.limits'] : privileges)
}

function scopeOf({ role, groupId, deviceNumber }: Standing): DeviceScope {
  if (role !== 'standard') return { kind: 'all' }
  if (groupId !== null) return { kind: 'group', groupId }
  return deviceNumber === null ? { kind: 'none' } : { kind: 'device', deviceNumber }
}

/** A key's version is behind the dot: regenerating it ends the tokens of the versions before. */
function isInForce(standing: Standing, claims: TokenClaims, now: Date): boolean {
  const [, version = '0'] = claims.clientId.split('.')
  return standing.clientVersion === Number(version) && mayEnter(standing, now)
}

/** A user that is disabled, not yet or no longer valid gets no token and loses those he has. */
export function mayEnter(
  user: { disabled: boolean; validFrom: Date | null; expiresAt: Date | null },
  now: Date,
): boolean {
  if (user.disabled) return false
  return !(user.validFrom && user.validFrom > now) && !(user.expiresAt && user.expiresAt <= now)
}
