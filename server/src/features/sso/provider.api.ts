// The settings of single sign-on: one provider per account, set by administrators who have just proven who they are.

import type { Context, Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError, InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import { oneLine } from '../../platform/mail/safe-text.ts'
import { operator, recordChanges } from '../audit/audit.api.ts'
import type { Actor } from '../audit/audit.types.ts'
import { getFactorStatus, hasAppOrPasskey } from '../auth/factors/second-factor.api.ts'
import { requireRecentProof } from '../auth/recent-sign-in.api.ts'
import { mailAdministrators } from '../auth/sso-notices.api.ts'
import type { GuardedFetch } from './guarded-fetch.ts'
import * as queries from './provider.queries.ts'
import { sealSecret } from './provider-secret.ts'
import type { SsoDomain, SsoSettings, StoredProvider } from './sso.types.ts'

export type Wanted = SsoSettings & { clientSecret?: string }

export function requireAdministrator(caller: Caller): void {
  if (caller.role !== 'standard' && !caller.key?.isLimited) return
  throw new ForbiddenError(
    'account.not_allowed',
    'Only the account holder or an administrator may change the account.',
  )
}

export interface ShownSettings {
  provider: StoredProvider | undefined
  domains: SsoDomain[]
}

export async function getSettings(ctx: Pick<Context, 'db'>, caller: Caller): Promise<ShownSettings> {
  requireAdministrator(caller)
  return readSettings({ db: ctx.db.forAccount(caller.accountId) })
}

export async function readSettings({ db }: Pick<Tx, 'db'>): Promise<ShownSettings> {
  const [provider, domains] = [await queries.findProvider(db), await queries.listDomains(db)]
  return { provider, domains }
}

/** Absent secret: the one that is stored, for the same issuer and client. */
export async function replaceSettings(
  ctx: Tx,
  caller: Caller,
  wanted: Wanted,
  faultOf: GuardedFetch['faultOf'],
): Promise<void> {
  requireAdministrator(caller)
  requireRecentProof(ctx, caller)
  await requireValid(ctx, wanted, faultOf)
  const before = await queries.lockProvider(ctx.db)
  const isSame = before?.issuer === wanted.issuer && before.clientId === wanted.clientId
  const { clientSecret, ...settings } = wanted
  const secret = clientSecret
    ? sealSecret(ctx, caller.account, clientSecret)
    : isSame
      ? before.secret
      : undefined
  if (!secret) throw invalid('clientSecret', 'is required for a new issuer or client')
  const testedAt = isSame ? before.testedAt : null
  if (wanted.mode === 'required')
    await requireReady(ctx, caller, { testedAt, isRequired: before?.mode === 'required' })
  const test = isSame ? before.test : null
  await queries.keepProvider(ctx.db, { ...settings, secret, testedAt, test }, ctx.now())
  if (wanted.mode === 'required') await queries.deleteReplacedSessions(ctx.db)
  if (wanted.mode === 'off' || (before && !isSame)) await queries.deleteSsoSessions(ctx.db)
  await note(ctx, caller, wanted.mode, before && shownOf(before), {
    ...shownOf(settings),
    ...(clientSecret && { clientSecretChanged: true }),
  })
}

/** Nobody may lock themselves out: the provider has let somebody in, the caller can get in, and so can the owner. */
async function requireReady(
  ctx: Tx,
  caller: Caller,
  { testedAt, isRequired }: { testedAt: Date | null; isRequired: boolean },
): Promise<void> {
  if (isRequired) return
  if (!testedAt) throw new ConflictError('sso.not_tested', 'Test the provider first: sign in with it once.')
  const owner = await queries.findOwner(ctx.db)
  if (!owner || !hasAppOrPasskey(await getFactorStatus(ctx.db, owner)))
    throw new ConflictError(
      'sso.owner_needs_factor',
      'The account holder signs in when the provider is lost, and needs a second factor first.',
    )
  const isSso = (await queries.findSessionMethod(ctx.db, caller.clientId)) === 'sso'
  if (caller.role !== 'owner' && !isSso)
    throw new ConflictError('sso.sign_in_first', 'Sign in with the provider yourself first.')
}

export async function deleteSettings(ctx: Tx, caller: Caller): Promise<void> {
  requireAdministrator(caller)
  requireRecentProof(ctx, caller)
  const before = await queries.lockProvider(ctx.db)
  if (!before) throw notConfigured()
  await queries.deleteSsoSessions(ctx.db)
  await queries.deleteProvider(ctx.db)
  await note(ctx, caller, 'off', shownOf(before), null)
}

/** For the operator, when neither the provider nor the owner can let anybody in. */
export async function switchOffAsOperator(ctx: Tx): Promise<boolean> {
  const before = await queries.lockProvider(ctx.db)
  if (!before || before.mode === 'off') return false
  await queries.setMode(ctx.db, 'off', ctx.now())
  await queries.deleteSsoSessions(ctx.db)
  await note(ctx, operator, 'off', shownOf(before), shownOf({ ...before, mode: 'off' }))
  return true
}

async function note(
  ctx: Tx,
  actor: Actor | Caller,
  mode: SsoSettings['mode'],
  before: object | undefined,
  after: object | null,
): Promise<void> {
  const user = 'userName' in actor ? oneLine(actor.userName, 60) : 'The operator'
  await mailAdministrators(ctx, 'sso-changed', { user, mode })
  const target = await queries.findPublicId(ctx.db)
  await recordChanges(ctx, actor, [{ action: 'account.sso_changed', target, before: before ?? null, after }])
}

function shownOf({
  name,
  issuer,
  clientId,
  mode,
  createsUsers,
  keepsApiKeys,
  claim,
  roles,
}: SsoSettings): SsoSettings {
  return { name, issuer, clientId, mode, createsUsers, keepsApiKeys, claim, roles }
}

async function requireValid(ctx: Tx, wanted: Wanted, faultOf: GuardedFetch['faultOf']): Promise<void> {
  const { issuer, roles } = wanted
  const fault = faultOf(issuer)
  if (fault !== undefined) throw invalid('issuer', fault)
  const { search, hash } = new URL(issuer)
  if (search || hash) throw invalid('issuer', 'must have no query and no fragment')
  const groupIds = [...new Set(roles.flatMap((rule) => rule.groupIds))]
  const [unknown] = await queries.listUnknownGroups(ctx.db, groupIds)
  if (unknown !== undefined) throw invalid('roles', `name the group "${unknown}", which does not exist`)
}

export function invalid(path: string, message: string): InvalidError {
  return new InvalidError('body.invalid', `${path} ${message}.`, { details: [{ path, message }] })
}

export function notConfigured(): NotFoundError {
  return new NotFoundError('sso.not_configured', 'The account has no single sign-on.')
}
