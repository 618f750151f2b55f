// Authenticates callers. The token identifies the user; its validity is rechecked every two seconds.

import type { BlockList } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Context, Tx } from '../../platform/context.ts'
import type { RequestedRoute } from '../../platform/http/account-status.ts'
import { entryOf, mayUseRoute, statusError } from '../../platform/http/account-status.ts'
import type { Caller, DeviceScope, Privilege } from '../../platform/http/caller.ts'
import { isUnavailable, UnauthenticatedError, UnavailableError } from '../../platform/http/errors.ts'
import { isInNetworks, toBlockList } from '../../platform/http/network.ts'
import { upTo } from '../../platform/lru.ts'
import type { CallerStatus, SupportStatus } from './caller.queries.ts'
import * as queries from './caller.queries.ts'
import type { Tokens } from './jwt.api.ts'
import { invalidToken } from './jwt.api.ts'
import type { TokenClaims } from './jwt.types.ts'
import type { CallerLimits, Permissions } from './key-limits.ts'
import { isKeyExpired, isLimited, limitPermissions } from './key-limits.ts'

/** Revocation takes effect after at most this long; the promise is 5 s, in every process. */
const recheckAfterMs = 2_000
const maxCallers = 50_000
/** A silent database is reported long before its statements time out; the promise is 5 s. */
const checkTimeoutMs = 4_000

/** A connection repeats its token with every call, so the verified claims are cached per socket. */
interface VerifiedHeader {
  authorization: string
  claims: TokenClaims
}

interface CachedCaller {
  accountId: number
  status: CallerStatus
  permissions: Permissions
  /** Those that the key is limited to. */
  networks: BlockList | undefined
  checkedAt: number
}

interface CachedVisitor {
  accountId: number
  visitor: SupportStatus
  checkedAt: number
}

/** Which routes are open to visitors is decided in features/support. */
const visitorPrivileges: Record<SupportStatus['access'], readonly Privilege[]> = {
  read: ['reports.read'],
  write: [
    'reports.read',
    'devices.edit',
    'devices.limits',
    'alerts.manage',
    'geofences.manage',
    'fleet.manage',
  ],
}

export interface Callers {
  identify(
    request: Pick<FastifyRequest, 'headers' | 'id' | 'ip' | 'method' | 'raw' | 'routeOptions'>,
  ): Promise<Caller>
}

export function createCallers(ctx: Pick<Context, 'db' | 'now' | 'cells'>, tokens: Tokens): Callers {
  const callers = new LRUCache<string, CachedCaller | CachedVisitor>(upTo(maxCallers))
  const accountIds = new LRUCache<string, number>(upTo(maxCallers))
  const pendingChecks = new Map<string, Promise<CachedCaller | CachedVisitor | undefined>>()
  const lastVerified = new WeakMap<object, VerifiedHeader>()

  async function check(claims: TokenClaims): Promise<CachedCaller | CachedVisitor | undefined> {
    const accountId =
      accountIds.get(claims.account) ?? (await queries.findAccountId(ctx.db.directory, claims.account))
    if (accountId === undefined) return undefined
    accountIds.set(claims.account, accountId)
    const [clientId = ''] = claims.clientId.split('.')
    const checkedAt = performance.now()
    const db = ctx.db.forAccount(accountId)
    if (isSupport(claims)) {
      const session = { cell: ctx.cells?.own ?? null, now: ctx.now() }
      const visitor = await queries.findSupportStatus(db, claims.userId, clientId, session)
      return visitor && { accountId, visitor, checkedAt }
    }
    const status = await queries.findCallerStatus(db, claims.userId, clientId, ctx.now())
    if (!status) return undefined
    const { keyDeviceNumber, keyGroupIds, deviceNumber, keyNetworks } = status
    const comparesDevice = keyDeviceNumber !== null || (keyGroupIds !== null && deviceNumber !== null)
    const isDeviceInGroups = comparesDevice && (await queries.isDeviceInGroups(db, claims.userId, status))
    return {
      accountId,
      status,
      permissions: permissionsOf({ ...status, isDeviceInGroups }),
      networks: keyNetworks ? toBlockList(keyNetworks) : undefined,
      checkedAt,
    }
  }

  async function currentStatus(
    claims: TokenClaims,
    toleratesOutage: boolean,
  ): Promise<CachedCaller | CachedVisitor | undefined> {
    const key = `${claims.account} ${claims.userId} ${claims.clientId}`
    const before = callers.get(key)
    if (before && performance.now() - before.checkedAt < recheckAfterMs) return before
    let answer = pendingChecks.get(key)
    if (!answer) {
      answer = withTimeout(check(claims)).finally(() => pendingChecks.delete(key))
      pendingChecks.set(key, answer)
    }
    const found = await answer.catch((error) => {
      if (toleratesOutage && before && !isSupport(claims) && isUnavailable(error)) return before
      throw error
    })
    if (found) callers.set(key, found)
    else callers.delete(key)
    return found
  }

  async function claimsOf(authorization: string, socket: object): Promise<TokenClaims> {
    const [scheme, token, ...rest] = authorization.split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) throw invalidToken()
    const claims = await tokens.verify(token)
    lastVerified.set(socket, { authorization, claims })
    return claims
  }

  return {
    async identify({ headers: { authorization = '' }, id: requestId, ip, method, raw, routeOptions }) {
      const verified = lastVerified.get(raw.socket)
      const isSame = verified?.authorization === authorization && verified.claims.expiresAt > ctx.now()
      const claims = isSame ? verified.claims : await claimsOf(authorization, raw.socket)
      const found = await currentStatus(claims, routeOptions.config.toleratesOutage === true)
      if (!found) throw invalidToken()
      if ('visitor' in found) return visitorOf(found, claims, requestId)
      if (!isTokenValid(found.status, claims, ctx.now())) throw invalidToken()
      const { status, accountId, permissions, networks } = found
      if (networks && !isInNetworks(networks, ip)) throw networkRefused()
      requireOpenAccount(status, claims.clientId, {
        method,
        url: routeOptions.url,
        openIn: routeOptions.config.openIn,
      })
      return {
        accountId,
        account: claims.account,
        userId: claims.userId,
        userName: status.userName,
        ...permissions,
        clientId: claims.clientId,
        ...(claims.clientId.startsWith('key_') && {
          key: {
            isLimited: isLimited(status),
            isPrevious: versionOf(claims) !== status.clientVersion,
            expiresAt: status.keyExpiresAt,
          },
        }),
        authenticatedAt: claims.authenticatedAt,
        requestId,
      }
    },
  }
}

function isSupport({ clientId }: TokenClaims): boolean {
  return clientId.startsWith('sup_')
}

/** Sees all devices, and manages nothing that concerns users. Only in an active account. */
function visitorOf(
  { accountId, visitor: { accountStatus, userName, access } }: CachedVisitor,
  { account, userId, clientId, authenticatedAt }: TokenClaims,
  requestId: string,
): Caller {
  if (accountStatus !== 'active') throw invalidToken()
  return {
    accountId,
    account,
    userId,
    userName,
    role: 'standard',
    privileges: new Set(visitorPrivileges[access]),
    scope: { kind: 'all' },
    clientId,
    support: { access },
    authenticatedAt,
    requestId,
  }
}

function requireOpenAccount(
  { accountStatus, role }: CallerStatus,
  clientId: string,
  route: RequestedRoute,
): void {
  const entry = entryOf(accountStatus, { role, isSession: clientId.startsWith('ses_') })
  if (entry === 'dead') throw invalidToken()
  if (entry === 'refused' || !mayUseRoute(accountStatus, route)) throw statusError(accountStatus)
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new UnavailableError()), checkTimeoutMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

function permissionsOf(status: CallerStatus & CallerLimits): Permissions {
  const user = { role: status.role, privileges: privilegesOf(status), scope: scopeOf(status) }
  return limitPermissions(user, status)
}

export interface UserPermissions extends Permissions {
  isActive: boolean
}

/** What a user may do now, for work that is done in their name without a token. Undefined if the user does not exist. */
export async function findUserPermissions(
  { db, now }: Pick<Tx, 'db' | 'now'>,
  userId: string,
): Promise<UserPermissions | undefined> {
  const status = await queries.findCallerStatus(db, userId, '', now())
  if (!status) return undefined
  const { role } = status
  const isActive = isUserActive(status, now())
  return { role, privileges: privilegesOf(status), scope: scopeOf(status), isActive }
}

/** `adminDevices` includes the privileges to edit devices in scope and their limits. */
function privilegesOf({ privileges, adminDevices }: CallerStatus): Set<Privilege> {
  return new Set(adminDevices ? [...privileges, 'devices.edit', 'devices.limits'] : privileges)
}

function scopeOf({ role, groupIds, deviceNumber }: CallerStatus): DeviceScope {
  if (role !== 'standard') return { kind: 'all' }
  if (groupIds.length > 0) return { kind: 'groups', groupIds }
  return deviceNumber === null ? { kind: 'none' } : { kind: 'device', deviceNumber }
}

/** The key's version follows the dot; sessions have none. */
function versionOf({ clientId }: TokenClaims): number {
  return Number(clientId.split('.')[1] ?? '0')
}

/** Regenerating a key invalidates tokens of earlier versions, those of the version before only when the overlap ends. */
function isTokenValid(status: CallerStatus, claims: TokenClaims, now: Date): boolean {
  const { clientVersion, previousUntil, keyExpiresAt, isReplacedBySso } = status
  if (isReplacedBySso) return false
  if (clientVersion === null || isKeyExpired(keyExpiresAt, now) || !isUserActive(status, now)) return false
  const version = versionOf(claims)
  const isPrevious = version === clientVersion - 1 && previousUntil !== null && previousUntil > now
  return version === clientVersion || isPrevious
}

function networkRefused(): UnauthenticatedError {
  return new UnauthenticatedError(
    'access.network_refused',
    'This API key is not accepted from your network. Call from one of its networks, or change the key.',
  )
}

/** A disabled, expired or not yet valid user gets no token, and existing tokens stop working. */
export function isUserActive(
  user: { disabled: boolean; validFrom: Date | null; expiresAt: Date | null },
  now: Date,
): boolean {
  if (user.disabled) return false
  return !(user.validFrom && user.validFrom > now) && !(user.expiresAt && user.expiresAt <= now)
}
