// Tokens for browsers: the session is in a cookie that scripts cannot read, the token only in memory.

import type { Fetch, HttpRequest } from './http-request.ts'
import { send, trimSlash } from './http-request.ts'
import { RastroError } from './rastro-error.ts'
import type { Issued, TokenOptions } from './token-source.ts'
import { createRenewal } from './token-source.ts'

export interface SessionSettings {
  /** The server that serves the page; empty for the page's own origin. */
  url: string
  fetch?: Fetch
  now?: () => number
}

export interface SessionTokens {
  signIn(who: { userName: string; password: string }): Promise<void>
  /** Ends all sessions of the user, and opens a new one here. */
  changePassword(who: { userName: string; password: string; newPassword: string }): Promise<void>
  signOut(): Promise<void>
  /** Also finds the session after a reload of the page. */
  token(options?: TokenOptions): Promise<string>
  /** Called when the session has ended, for whatever reason. Returns a function to unsubscribe. */
  onSignedOut(callback: () => void): () => void
}

export function sessionTokens({ url, fetch, now }: SessionSettings): SessionTokens {
  const listeners = new Set<() => void>()
  const renewal = createRenewal(refresh, now)
  let isSignedOut = false

  function call(method: string, path: string, more: Partial<HttpRequest> = {}): Promise<unknown> {
    return send(fetch ?? globalThis.fetch, {
      url: trimSlash(url) + path,
      method,
      isRepeatable: true,
      ...more,
    })
  }

  async function enter(method: string, path: string, who: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    renewal.take((await call(method, path, { headers, body: JSON.stringify(who), isUrgent: true })) as Issued)
    isSignedOut = false
  }

  async function refresh(): Promise<Issued> {
    try {
      // The server returns the same result for the same cookie for a while, so a lost response can be retried.
      const issued = (await call('POST', '/session/refresh')) as Issued
      isSignedOut = false
      return issued
    } catch (error) {
      if (error instanceof RastroError && error.status === 401) end()
      throw error
    }
  }

  function end(): void {
    renewal.forget()
    if (isSignedOut) return
    isSignedOut = true
    for (const listener of listeners) listener()
  }

  return {
    signIn: ({ userName, password }) => enter('POST', '/session', { userName, password }),
    changePassword: ({ userName, password, newPassword }) =>
      enter('PUT', '/session/password', { userName, password, newPassword }),
    async signOut() {
      await call('DELETE', '/session')
      end()
    },
    token: renewal.token,
    onSignedOut(callback) {
      listeners.add(callback)
      return () => {
        listeners.delete(callback)
      }
    },
  }
}
