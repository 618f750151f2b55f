// The hosts that passkeys belong to: the current one, and those that the installation had before.

import type { Context } from '../../../platform/context.ts'
import type { Site } from './webauthn.ts'

/** A passkey of a former host is accepted from the current origin: the former host names it in /.well-known/webauthn. */
export function siteOf({ config }: Pick<Context, 'config'>, host?: string): Site | undefined {
  const { publicUrl } = config.http
  const hosts = hostsOf({ config })
  const wanted = host ?? hosts[0]!
  return hosts.includes(wanted) ? { host: wanted, origin: new URL(publicUrl).origin } : undefined
}

/** The current one first. */
export function hostsOf({ config }: Pick<Context, 'config'>): string[] {
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
