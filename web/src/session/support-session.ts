// A support session of this tab: calls act in the account of a customer, with a token of the visitor. Other tabs stay in
// the visitor's own account.

import type { Rastro, SupportRequest, TokenOptions } from '@rastro/client'
import { RastroError } from '@rastro/client'

const storageKey = 'rastro.supportSession'
const endedKey = 'rastro.supportEnded'
const renewBeforeMs = 60_000

/** Undefined in the own account. The page is loaded again when it changes. */
export const supportSessionId = stored(storageKey)

/** A browser that blocks storage has no support sessions. */
function stored(key: string): string | undefined {
  try {
    return globalThis.sessionStorage?.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function enterSupportSession(id: string): void {
  sessionStorage.setItem(storageKey, id)
  location.assign('/live')
}

export function leaveSupportSession(): void {
  sessionStorage.removeItem(storageKey)
  sessionStorage.setItem(endedKey, 'true')
  location.assign('/console')
}

/** Whether a session has just ended in this tab; once. */
export function takeSupportEnded(): boolean {
  const hasEnded = stored(endedKey) !== undefined
  if (hasEnded) sessionStorage.removeItem(endedKey)
  return hasEnded
}

/** Tokens of the visitor, obtained with the own session. */
export function visitorTokens(own: Rastro, id: string): (options?: TokenOptions) => Promise<string> {
  let current: { token: string; expires: string } | undefined
  let pending: Promise<string> | undefined

  async function renew(): Promise<string> {
    try {
      const path = { supportSessionId: id }
      current = await own.post('/api/resale/supportSessions/{supportSessionId}/token', { path })
      return current.token
    } catch (error) {
      if (error instanceof RastroError && [403, 404, 409].includes(error.status)) leaveSupportSession()
      throw error
    }
  }

  return ({ fresh = false } = {}) => {
    const isGood = current && Date.parse(current.expires) - Date.now() > renewBeforeMs
    if (current && isGood && !fresh) return Promise.resolve(current.token)
    pending ??= renew().finally(() => {
      pending = undefined
    })
    return pending
  }
}

/** The visitor, in place of a user of the account. */
export async function readVisitor(own: Rastro, id: string): Promise<SupportRequest> {
  const path = { supportSessionId: id }
  return (await own.get('/api/resale/supportSessions/{supportSessionId}', { path })).supportSession
}
