// The secret in the cookie of a session: each refresh replaces it by its successor.

import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import type { Session } from './session.types.ts'

/** Refreshes of about a day: older cookies are refused like unknown ones. */
const maxGenerations = 200
const cookieShape = /^(acc_[0-9A-Za-z]{22})\.(ses_[0-9A-Za-z]{22})\.([\w-]{43})$/

/** A malformed cookie becomes an unknown session. */
export function parseCookie(cookie = ''): { account: string; id: string; secret: string } {
  const [, account = '', id = '', secret = ''] = cookieShape.exec(cookie) ?? []
  return { account, id, secret }
}

/** Deterministic, so that refreshing twice with one cookie gives one new cookie. */
export function successorOf({ config }: Pick<Context, 'config'>, id: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', config.access.secret, id, 'rastro session', 32))
  return createHmac('sha256', key).update(secret).digest('base64url')
}

/** Whether the current secret descends from this one. Anybody may know the ids, only former holders a former secret. */
export function isFormerSecret(ctx: Pick<Context, 'config'>, session: Session, secret: string): boolean {
  let descendant = secret
  for (let generation = 0; generation < maxGenerations; generation += 1) {
    descendant = successorOf(ctx, session.id, descendant)
    if (isSame(session.secretHash, descendant)) return true
  }
  return false
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function isSame(stored: Buffer | null, secret: string): boolean {
  return stored !== null && timingSafeEqual(stored, hashOf(secret))
}
