// The hosts that passkeys belong to: that of the request, and on the host of the platform those that it had before.

import type { Context } from '../../../platform/context.ts'
import type { SessionOrigin } from '../sign-in.types.ts'
import type { Site } from './webauthn.ts'

/** A passkey of a former host is accepted from the current origin: the former host names it in /.well-known/webauthn. */
export function siteOf(
  { config, sites }: Pick<Context, 'config' | 'sites'>,
  at: Pick<SessionOrigin, 'host'>,
  wanted?: string,
): Site | undefined {
  const hosts = at.host === null ? hostsOf({ config }) : [at.host]
  const host = wanted ?? hosts[0]!
  const origin = at.host === null ? sites.platform.origin : sites.find(at.host)?.origin
  return origin !== undefined && hosts.includes(host) ? { host, origin } : undefined
}

/** The current one first. */
function hostsOf({ config }: Pick<Context, 'config'>): string[] {
  return [config.http.publicUrl, ...config.http.formerUrls].map((url) => new URL(url).hostname)
}

/** The user of a passkey as the authenticator stores it: account and user, and no personal data. */
export function userHandleOf({ account, userId }: { account: string; userId: string }): string {
  return `${account}.${userId}`
}

export function parseUserHandle(
  encoded: string | undefined,
): { account: string; userId: string } | undefined {
  const text = Buffer.from(encoded ?? '', 'base64url').toString()
  const [, account, userId] = /^(acc_[0-9A-Za-z]{22})\.(usr_[0-9A-Za-z]{22})$/.exec(text) ?? []
  return account && userId ? { account, userId } : undefined
}
