// Domains of an account, proven by a TXT record: only their addresses are linked and become user names.

import type { Resolver } from 'node:dns/promises'
import type { Context, Tx } from '../../platform/context.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import { isDuplicate } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, NotFoundError } from '../../platform/http/errors.ts'
import { normalizeHost } from '../../platform/sites/host-names.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { requireRecentProof } from '../auth/recent-sign-in.api.ts'
import { releaseNames, reserveNames } from '../cells/name-reservation.api.ts'
import { invalid, requireAdministrator } from './provider.api.ts'
import * as queries from './provider.queries.ts'
import type { SsoDomain } from './sso.types.ts'

const maxDomains = 20
const tokenLength = 32
const label = '_rastro-sso'
const prefix = 'rastro-sso='
const maxRecords = 100
const shape = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/
const maxLength = 240
const missing = new Set(['ENOTFOUND', 'ENODATA'])

export function recordOf({ domain, token }: Pick<SsoDomain, 'domain' | 'token'>) {
  return { name: `${label}.${domain}`, value: `${prefix}${token}` }
}

export async function addDomain(ctx: Tx, caller: Caller, text: string): Promise<void> {
  requireAdministrator(caller)
  requireRecentProof(ctx, caller)
  const domain = normalizeHost(text)
  if (!shape.test(domain) || domain.length > maxLength)
    throw invalid('domain', 'is not a domain, like example.com')
  const domains = await queries.listDomains(ctx.db)
  if (domains.some((one) => one.domain === domain)) return
  if (domains.length >= maxDomains)
    throw new ConflictError('sso.too_many_domains', `An account has at most ${maxDomains} domains.`)
  await queries.insertDomain(ctx.db, { domain, token: randomText(tokenLength) }, ctx.now())
  await record(ctx, caller, 'account.sso_domain_added', null, { domain })
}

/** Asks DNS, outside of any transaction. */
export async function readProof(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  text: string,
  resolver: Resolver,
): Promise<Pick<SsoDomain, 'domain' | 'fault'>> {
  requireAdministrator(caller)
  const domains = await queries.listDomains(ctx.db.forAccount(caller.accountId))
  const found = domains.find(({ domain }) => domain === normalizeHost(text))
  if (!found) throw notFound(text)
  const { domain } = found
  const { name, value } = recordOf(found)
  try {
    const records = (await resolver.resolveTxt(name)).slice(0, maxRecords).map((parts) => parts.join(''))
    if (records.includes(value)) return { domain, fault: null }
    return { domain, fault: records.some((one) => one.startsWith(prefix)) ? 'other_record' : 'no_record' }
  } catch (error) {
    const isMissing = missing.has(String((error as { code?: unknown }).code))
    return { domain, fault: isMissing ? 'no_record' : 'dns_failed' }
  }
}

export async function settleProof(
  ctx: Tx,
  caller: Caller,
  { domain, fault }: Pick<SsoDomain, 'domain' | 'fault'>,
): Promise<void> {
  const before = (await queries.listDomains(ctx.db)).find((one) => one.domain === domain)
  if (!before) throw notFound(domain)
  const isNew = fault === null && before.verifiedAt === null
  if (isNew && (await reserveNames(ctx, 'domain', [domain])).length > 0) throw domainTaken(domain)
  await queries
    .settleDomain(ctx.db, domain, { isProven: isNew, fault, now: ctx.now() })
    .catch((error: unknown) => {
      throw isDuplicate(error, 'sso_domains_verified') ? domainTaken(domain) : error
    })
  if (!isNew) return
  await queries.deleteReplacedSessions(ctx.db)
  await record(ctx, caller, 'account.sso_domain_proven', null, { domain })
}

export async function deleteDomain(ctx: Tx, caller: Caller, text: string): Promise<void> {
  requireAdministrator(caller)
  requireRecentProof(ctx, caller)
  const domain = normalizeHost(text)
  if (!(await queries.deleteDomain(ctx.db, domain))) throw notFound(text)
  await releaseNames(ctx, 'domain', [domain])
  await record(ctx, caller, 'account.sso_domain_removed', { domain }, null)
}

function record(ctx: Tx, caller: Caller, action: string, before: object | null, after: object | null) {
  return recordChanges(ctx, caller, [{ action, target: caller.account, before, after }])
}

function notFound(domain: string): NotFoundError {
  return new NotFoundError(
    'sso.domain_not_found',
    `The domain "${domain}" does not exist, or is not yours to see.`,
  )
}

function domainTaken(domain: string): ConflictError {
  return new ConflictError('sso.domain_taken', `Another account has proven the domain "${domain}".`)
}
