// Signs in with the provider of an account: sends the browser there, and opens a session when it comes back.

import { randomBytes } from 'node:crypto'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { CallerError } from '../../platform/http/errors.ts'
import { networkOf } from '../../platform/http/network.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { findAccountNumber } from '../auth/auth.api.ts'
import type { Tokens } from '../auth/jwt.api.ts'
import { getSessionOf, issueFor, openSession, ssoSessionMs } from '../auth/open-session.api.ts'
import type { SignedIn } from '../auth/session.types.ts'
import type { SessionOrigin } from '../auth/sign-in.types.ts'
import { recordRefusal } from '../auth/sign-in-log.api.ts'
import { spendState } from '../auth/sso-state.api.ts'
import { domainOf } from './domain-names.ts'
import type { Flow } from './flow-cookie.ts'
import { isStateOf, openFlow, sealFlow } from './flow-cookie.ts'
import { ProviderError } from './guarded-fetch.ts'
import * as identities from './identity.queries.ts'
import type { Oidc } from './oidc.ts'
import { RefusedSignIn } from './oidc.ts'
import { findOrCreateUser, link, NotCreated } from './person-user.ts'
import * as queries from './provider.queries.ts'
import { openSecret } from './provider-secret.ts'
import { roleOf } from './role-map.ts'
import type { Person, SsoPurpose, SsoRefusal, SsoTest, StoredProvider } from './sso.types.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'config' | 'now' | 'log' | 'sites'>

const noteEveryMs = 60_000
const maxClockSkewMs = 60_000

export interface SignInMethods {
  /** Of the domain of the user name. Null: passwords and passkeys. */
  sso: { name: string; isRequired: boolean } | null
}

/** Independent of the user: only the domain is looked up. */
export async function findMethods(
  ctx: Needs,
  { userName, host }: { userName: string; host: string | null },
): Promise<SignInMethods> {
  const found = await findProviderOf(ctx, { userName, host })
  return { sso: found ? { name: found.provider.name, isRequired: found.provider.mode === 'required' } : null }
}

async function findProviderOf(ctx: Needs, { userName, host }: { userName: string; host: string | null }) {
  const domain = domainOf(userName)
  const of = domain === '' ? undefined : await queries.findByDomain(ctx.db.directory, domain)
  if (!of || !(await ctx.sites.admits({ host }, of.accountId))) return undefined
  const provider = await queries.findProvider(ctx.db.forAccount(of.accountId))
  return provider && { ...of, provider }
}

/** Where the browser goes, and the cookie that it carries; or why it goes nowhere. */
export type Begun = { url: string; cookie: string; expires: Date } | { refusal: SsoRefusal }

export async function beginSignIn(
  ctx: Needs,
  oidc: Oidc,
  { userName, ...site }: { userName: string; host: string | null; origin: string },
): Promise<Begun> {
  const found = await findProviderOf(ctx, { userName, host: site.host })
  if (!found) return { refusal: 'unknown' }
  return begin(ctx, oidc, found, { ...site, purpose: 'signIn', loginHint: userName })
}

/** For the user of the session: proves the identity again, links the person, or tests the settings. */
export async function beginForSession(
  ctx: Needs,
  oidc: Oidc,
  cookie: string | undefined,
  { purpose, ...site }: { purpose: Exclude<SsoPurpose, 'signIn'>; host: string | null; origin: string },
): Promise<Begun> {
  const session = await getSessionOf(ctx, cookie, site)
  const provider = await queries.findProvider(ctx.db.forAccount(session.accountId))
  if (!provider || (provider.mode === 'off' && purpose !== 'test')) return { refusal: 'unknown' }
  const user = await identities.findUser(ctx.db.forAccount(session.accountId), session.userId)
  if (purpose === 'test' && user?.role === 'standard') return { refusal: 'unknown' }
  const { id: sessionId, userId } = session
  return begin(ctx, oidc, { ...session, provider }, { ...site, purpose, sessionId, userId })
}

async function begin(
  ctx: Needs,
  oidc: Oidc,
  { account, accountId, provider }: { account: string; accountId: number; provider: StoredProvider },
  wanted: {
    purpose: SsoPurpose
    host: string | null
    origin: string
    loginHint?: string
    sessionId?: string
    userId?: string
  },
): Promise<Begun> {
  const { purpose, host, origin, loginHint, sessionId, userId } = wanted
  const { issuer, clientId } = provider
  const random = () => randomBytes(32).toString('base64url')
  const flow: Flow = {
    purpose,
    issuer,
    clientId,
    host,
    redirectUri: redirectUriOf(origin),
    ...(sessionId !== undefined && { sessionId }),
    ...(userId !== undefined && { userId }),
    startedAtMs: ctx.now().getTime(),
    state: random(),
    nonce: random(),
    verifier: random(),
  }
  const maxAgeSeconds = purpose === 'signIn' ? ssoSessionMs / 1_000 : 0
  try {
    const of = { accountId, issuer, clientId, secret: openSecret(ctx, account, provider.secret) }
    const url = await oidc.authorizationUrl(of, flow, {
      redirectUri: flow.redirectUri,
      loginHint,
      maxAgeSeconds,
    })
    return { url, ...sealFlow(ctx, account, flow) }
  } catch (error) {
    return { refusal: await refusalOf(ctx, { accountId, account }, flow, error) }
  }
}

export function redirectUriOf(origin: string): string {
  return `${origin}/session/sso/callback`
}

export type Finished =
  | { kind: 'signedIn'; signedIn: SignedIn }
  | { kind: 'proven' | 'linked' | 'tested' }
  | { kind: 'refused'; refusal: SsoRefusal; purpose: SsoPurpose }

/** The answer of the provider, which the browser brings. Nothing in it is trusted before it is checked. */
export async function finish(
  ctx: Needs,
  oidc: Oidc,
  tokens: Tokens,
  given: SessionOrigin & { cookie: string | undefined; query: URLSearchParams; requestId: string },
): Promise<Finished> {
  const opened = openFlow(ctx, given.cookie, given.host)
  const accountId = opened && (await findAccountNumber(ctx, opened.account))
  if (!opened || accountId === undefined) return refused('expired', 'signIn')
  const { account, flow } = opened
  if (!isStateOf(flow, given.query.get('state'))) return refused('expired', flow.purpose)
  const of = { accountId, account }
  try {
    const provider = await queries.findProvider(ctx.db.forAccount(accountId))
    const isSame = provider?.issuer === flow.issuer && provider.clientId === flow.clientId
    if (!isSame || (provider.mode === 'off' && flow.purpose !== 'test'))
      throw new RefusedSignIn('the settings have changed meanwhile')
    if (given.query.get('error') === 'access_denied') return refused('cancelled', flow.purpose)
    const person = await oidc.finish(
      {
        accountId,
        issuer: flow.issuer,
        clientId: flow.clientId,
        secret: openSecret(ctx, account, provider.secret),
      },
      flow,
      { url: new URL(`${flow.redirectUri}?${given.query}`), claim: provider.claim },
    )
    await noteSuccess(ctx, accountId)
    if (person.authenticatedAt.getTime() + ssoSessionMs <= ctx.now().getTime())
      throw new RefusedSignIn('the sign-in at the provider is too old')
    if (flow.purpose === 'test') return await finishTest(ctx, of, flow, { provider, person })
    const done = await inTransaction(ctx, accountId, (tx) =>
      settle(tx as Tx, ctx, of, { flow, provider, person, given }),
    )
    if ('refusal' in done) return refused(done.refusal, flow.purpose)
    metrics.ssoSignIns.inc({ outcome: flow.purpose })
    if (done.kind !== 'signedIn') return { kind: done.kind }
    return {
      kind: 'signedIn',
      signedIn: await issueFor(ctx, tokens, { account, userId: done.userId }, done.opened),
    }
  } catch (error) {
    return refused(await refusalOf(ctx, of, flow, error), flow.purpose)
  }
}

function refused(refusal: SsoRefusal, purpose: SsoPurpose): Finished {
  metrics.ssoSignIns.inc({ outcome: refusal })
  return { kind: 'refused', refusal, purpose }
}

interface Answer {
  flow: Flow
  provider: StoredProvider
  person: Person
  given: SessionOrigin & { requestId: string }
}

type Settled =
  | { kind: 'signedIn'; userId: string; opened: Awaited<ReturnType<typeof openSession>> }
  | { kind: 'proven' | 'linked' }
  | { refusal: SsoRefusal }

async function settle(
  tx: Tx,
  ctx: Needs,
  { account, accountId }: { account: string; accountId: number },
  { flow, provider, person, given }: Answer,
): Promise<Settled> {
  if (flow.purpose === 'proof') return prove(tx, flow, person)
  if (flow.purpose === 'link') return linkOwn(tx, flow, provider, person)
  if (!(await ctx.sites.admits(given, accountId))) return { refusal: 'unknown' }
  const found = await findOrCreateUser(tx, account, provider, person, given.requestId)
  const { address, agent, host } = given
  if ('refusal' in found) {
    const { refusal, userName } = found
    if (userName !== undefined) recordRefusal(ctx, { userName, method: 'sso', reason: 'sso', address, agent })
    return { refusal }
  }
  const { userId } = found
  const isFirst = await spendState(tx, { userId, state: flow.state, network: networkOf(address) })
  if (!isFirst) throw new RefusedSignIn('the answer was used before')
  const { authenticatedAt, sid: ssoSid } = person
  const amr = ['sso', ...person.amr]
  const how = { address, agent, host, method: 'sso', amr, authenticatedAt, ssoSid } as const
  return { kind: 'signedIn', userId, opened: await openSession(tx, userId, how) }
}

/** The provider was asked to authenticate again, and must say when it did. */
async function prove(tx: Tx, flow: Flow, person: Person): Promise<Settled> {
  const identity = await identities.findIdentity(tx.db, person)
  const { sessionId = '', userId = '' } = flow
  const isAfterBegin = person.authenticatedAt.getTime() >= flow.startedAtMs - maxClockSkewMs
  if (identity?.userId !== userId) return { refusal: 'unknown' }
  if (!person.hasAuthTime || !isAfterBegin) throw new RefusedSignIn('the provider did not authenticate again')
  return (await identities.markProven(tx.db, { sessionId, userId }, tx.now()))
    ? { kind: 'proven' }
    : { refusal: 'expired' }
}

/** By the user, signed in here and there. The session must be young: a stolen one must not link its thief. */
async function linkOwn(tx: Tx, flow: Flow, provider: StoredProvider, person: Person): Promise<Settled> {
  const { sessionId = '', userId = '' } = flow
  if (!(await isRecent(tx, sessionId, userId))) return { refusal: 'expired' }
  const user = await identities.findUser(tx.db, userId)
  if (!user || (await identities.findIdentity(tx.db, person))) return { refusal: 'unknown' }
  return (await link(tx, provider, person, user)) ? { kind: 'linked' } : { refusal: 'unknown' }
}

async function isRecent(tx: Tx, sessionId: string, userId: string): Promise<boolean> {
  return identities.isLinkAllowed(tx.db, { sessionId, userId }, tx.now())
}

async function finishTest(
  ctx: Needs,
  { accountId }: { accountId: number },
  flow: Flow,
  { provider, person }: { provider: StoredProvider; person: Person },
): Promise<Finished> {
  const { subject, email, isEmailVerified: emailVerified, values } = person
  const now = ctx.now()
  const role = roleOf(provider.roles, values)?.role ?? null
  const shown = values.slice(0, 50)
  const test: SsoTest = {
    testedAt: now.toISOString(),
    failure: null,
    subject,
    email,
    emailVerified,
    values: shown,
    role,
  }
  await queries.noteTest(ctx.db.forAccount(accountId), flow, test, now)
  return { kind: 'tested' }
}

/** The reason is for administrators. The page only gets its kind. */
async function refusalOf(
  ctx: Needs,
  { accountId, account }: { accountId: number; account: string },
  flow: Flow,
  error: unknown,
): Promise<SsoRefusal> {
  if (error instanceof NotCreated) return error.code === 'users.name_taken' ? 'name_taken' : 'unknown'
  // The account is suspended, or the session has ended.
  if (error instanceof CallerError) throw error
  const isProvider = error instanceof ProviderError
  if (!isProvider && !(error instanceof RefusedSignIn)) throw error
  const why = error.message.slice(0, 300)
  ctx.log.warn({ account, id: newId('req'), purpose: flow.purpose, why }, 'single sign-on failed')
  const db = ctx.db.forAccount(accountId)
  if (isProvider) {
    const now = ctx.now()
    await queries.noteFailure(db, why, now, new Date(now.getTime() - noteEveryMs))
  }
  if (flow.purpose === 'test')
    await queries.noteTest(db, flow, { testedAt: ctx.now().toISOString(), failure: why }, null)
  return isProvider ? 'provider' : 'refused'
}

async function noteSuccess(ctx: Needs, accountId: number): Promise<void> {
  const now = ctx.now()
  await queries.noteSuccess(ctx.db.forAccount(accountId), now, new Date(now.getTime() - noteEveryMs))
}
