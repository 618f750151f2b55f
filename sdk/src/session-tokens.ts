// Tokens for people in browsers: the session is in a cookie that scripts cannot read, the token only in memory.

import { RastroError } from './rastro-error.ts'
import type { Fetch, Sending } from './sending.ts'
import { send } from './sending.ts'
import type { Issued, TokenOptions } from './token-source.ts'
import { createRenewal } from './token-source.ts'

export interface SessionSettings {
  /** Of the server that serves the page; empty for the page's own. */
  url: string
  fetch?: Fetch
  now?: () => number
}

export interface SessionTokens {
  signIn(who: { userName: string; password: string }): Promise<void>
  /** Ends all sessions of the user, and opens a new one here. */
  changePassword(who: { userName: string; password: string; newPassword: string }): Promise<void>
  signOut(): Promise<void>
  /** Also finds the session of a page that was loaded anew. */
  token(options?: TokenOptions): Promise<string>
  /** Called when the session is over, whoever ended it. Returns how to stop listening. */
  onSignedOut(callback: () => void): () => void
}

export function sessionTokens({ url, fetch, now }: SessionSettings): SessionTokens {
  const listeners = new Set<() => void>()
  const renewal = createRenewal(refresh, now)
  let isSignedOut = false

  function call(method: string, path: string, more: Partial<Sending> = {}): Promise<unknown> {
    return send(fetch ?? globalThis.fetch, { url: `${url}${path}`, method, isRepeatable: true, ...more })
  }

  async function enter(method: string, path: string, who: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    renewal.take((await call(method, path, { headers, body: JSON.stringify(who), isUrgent: true })) as Issued)
    isSignedOut = false
  }

  async function refresh(): Promise<Issued> {
    try {
      // The server answers the same cookie alike for a while, so an answer that got lost is asked for again.
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
      return () => void listeners.delete(callback)
    },
  }
}
