// What a sign-in with a provider needs when the browser comes back, sealed in a cookie: the answer of the provider is a
// cross-site navigation, which the cookie of the session does not accompany.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import type { FlowSecrets } from './oidc.ts'
import type { SsoPurpose } from './sso.types.ts'

export const ssoCookieName = '__Host-rastro-sso'
export const ssoCookieAttributes = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const
const purpose = 'single sign-on flow'
const validForMs = 10 * 60_000
const maxCookieLength = 3_000
const shape = /^(acc_[0-9A-Za-z]{22})\.([\w-]+)$/

export interface Flow extends FlowSecrets {
  purpose: SsoPurpose
  /** At which it began: the answer must be of the same provider. */
  issuer: string
  clientId: string
  /** Of the reseller. Null: the platform. */
  host: string | null
  redirectUri: string
  /** Of whom it is a proof, a link or a test. */
  sessionId?: string
  userId?: string
  startedAtMs: number
}

/** Begins with the account, so that the answer finds its cell. */
export function sealFlow(ctx: Pick<Context, 'config'>, account: string, flow: Flow) {
  const sealed = seal(ctx.config.access, purpose, JSON.stringify(flow), account).toString('base64url')
  return { cookie: `${account}.${sealed}`, expires: new Date(flow.startedAtMs + validForMs) }
}

/** Undefined if there is none, it expired, or it is of another host. */
export function openFlow(
  ctx: Pick<Context, 'config' | 'now'>,
  cookie: string | undefined,
  host: string | null,
): { account: string; flow: Flow } | undefined {
  if (!cookie || cookie.length > maxCookieLength) return undefined
  const [, account = '', sealed = ''] = shape.exec(cookie) ?? []
  try {
    const text = unseal(ctx.config.access, purpose, Buffer.from(sealed, 'base64url'), account)
    const flow = JSON.parse(text) as Flow
    const ageMs = ctx.now().getTime() - flow.startedAtMs
    return ageMs < validForMs && flow.host === host ? { account, flow } : undefined
  } catch {
    return undefined
  }
}

/** The state is a secret of this browser. */
export function isStateOf(flow: FlowSecrets, state: unknown): boolean {
  const given = createHash('sha256')
    .update(String(state ?? ''))
    .digest()
  return typeof state === 'string' && timingSafeEqual(createHash('sha256').update(flow.state).digest(), given)
}
