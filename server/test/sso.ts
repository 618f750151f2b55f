// Signs in with a provider, as a browser does.

import type { HostileProvider } from './hostile-provider.ts'
import type { MadeAccount } from './make.ts'
import { cookieOf, enrol } from './second-factor.ts'
import type { Called, World } from './world.ts'

export interface SsoAccount extends MadeAccount {
  /** Proven. */
  domain: string
  /** Of a session of the owner that has just signed in with both factors. */
  session: string
  sessionCookie: string
  totpSecret: string
}

let domains = 0

export const everybody = { value: '*', role: 'standard', privileges: ['reports.read'], groupIds: [] }

export function settingsOf(
  provider: Pick<HostileProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  fields: object = {},
) {
  const { issuer, clientId, clientSecret } = provider
  return {
    ...{ name: 'Example Corp', issuer, clientId, clientSecret, mode: 'allowed' },
    ...{ createsUsers: true, keepsApiKeys: true, claim: 'groups', roles: [everybody] },
    ...fields,
  }
}

/** With a provider, a proven domain, and an owner with an authenticator app. */
export async function makeSsoAccount(
  world: World,
  provider: Pick<HostileProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  fields: object = {},
): Promise<SsoAccount> {
  const account = await world.make.account()
  const { token: session, cookie, secret } = await enrol(world, account)
  domains += 1
  const domain = `company-${domains}.example`
  const made = { ...account, domain, session, sessionCookie: cookie, totpSecret: secret }
  await proveDomain(world, made, domain)
  await setUp(world, made, provider, fields)
  return made
}

export async function proveDomain(
  { superuser }: World,
  { accountId }: MadeAccount,
  domain: string,
): Promise<void> {
  await superuser.query(
    `insert into sso_domains (account_id, domain, token, added_at, verified_at) values ($1, $2, $3, now(), now())`,
    [accountId, domain, '0'.repeat(32)],
  )
}

export async function setUp(
  world: World,
  { session }: Pick<SsoAccount, 'session'>,
  provider: Pick<HostileProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  fields: object = {},
): Promise<void> {
  const body = settingsOf(provider, fields)
  const answer = await world.call('PUT', '/api/account/sso', { token: session, body })
  if (answer.status !== 200) throw new Error(`not set up: ${answer.text}`)
}

export const ssoCookieOf = (answer: Called) => cookieOf(answer, '__Host-rastro-sso')

export interface Begun {
  /** At the provider. */
  url: string
  cookie: string
}

export async function begin(world: World, userName: string): Promise<Begun> {
  const answer = await world.call('GET', `/session/sso?userName=${encodeURIComponent(userName)}`)
  return { url: String(answer.headers.location), cookie: ssoCookieOf(answer) }
}

export async function beginFor(world: World, purpose: string, cookie: string): Promise<Begun> {
  const answer = await world.call('GET', `/session/sso?purpose=${purpose}`, { headers: { cookie } })
  return { url: String(answer.headers.location), cookie: ssoCookieOf(answer) }
}

/** The browser comes back, from another site. */
export function comeBack(world: World, cookie: string, query: Record<string, string>): Promise<Called> {
  const headers = { cookie, 'sec-fetch-site': 'cross-site' }
  return world.call('GET', `/session/sso/callback?${new URLSearchParams(query)}`, { headers })
}

/** The whole way. */
export async function signInWith(world: World, provider: HostileProvider, userName: string): Promise<Called> {
  const { url, cookie } = await begin(world, userName)
  return comeBack(world, cookie, { ...provider.authorize(url) })
}

/** A token of the session that a sign-in has opened. */
export async function tokenOf(world: World, answer: Called): Promise<string> {
  const refreshed = await world.call('POST', '/session/refresh', { headers: { cookie: cookieOf(answer) } })
  if (refreshed.status !== 200) throw new Error(`no session: ${refreshed.text}`)
  return refreshed.body.token
}

export async function countSessions({ superuser }: World, { accountId }: MadeAccount): Promise<number> {
  const { rows } = await superuser.query(
    `select count(*)::int as count from sessions where account_id = $1 and method = 'sso'`,
    [accountId],
  )
  return rows[0].count
}
