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

/** The password was right; the sign-in continues with `finishSignIn`, after `startEnrolment` for an enrolment. */
export interface PendingSignIn {
  next: 'secondFactor' | 'enrolment'
  methods: ('totp' | 'passkey' | 'recoveryCode')[]
}

export interface FinishedSignIn {
  /** Of an enrolment: shown once. */
  recoveryCodes?: string[]
  /** After a recovery code was used. */
  recoveryCodesLeft?: number
}

export interface SessionTokens {
  /** Undefined: signed in. `enrolmentLink` is the secret of an e-mail, after the second factor was reset. */
  signIn(who: {
    userName: string
    password: string
    enrolmentLink?: string
  }): Promise<PendingSignIn | undefined>
  /** Ends all sessions of the user, and opens a new one here. */
  changePassword(who: {
    userName: string
    password: string
    newPassword: string
    code?: string
    passkey?: object
    enrolmentLink?: string
  }): Promise<PendingSignIn | undefined>
  /** The code of the authenticator app, or a recovery code. */
  finishSignIn(
    given: ({ code: string } | { recoveryCode: string }) & { enrolmentLink?: string },
  ): Promise<FinishedSignIn>
  /** The secret of a new authenticator app, for a sign-in that has to enrol. */
  startEnrolment(): Promise<{ secret: string; uri: string }>
  /** Options of WebAuthn for `signInWithPasskey`, `prove` and `changePassword`. `host` is a former host of the installation. */
  passkeyOptions(host?: string): Promise<object>
  signInWithPasskey(response: object): Promise<void>
  /** A new token of the same session, for calls that require a recent authentication. */
  prove(proof: { password: string; code?: string } | { passkey: object } | { sso: true }): Promise<void>
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

  function post(path: string, body: object, method = 'POST'): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    return call(method, path, { headers, body: JSON.stringify(body), isUrgent: true })
  }

  /** Takes the token of the answer, if there is one. */
  async function enter<T>(path: string, body: object, method?: string): Promise<T> {
    const answer = (await post(path, body, method)) as T & Partial<Issued>
    if (answer.token !== undefined) {
      renewal.take(answer as T & Issued)
      isSignedOut = false
    }
    return answer
  }

  async function begin(path: string, who: object, method?: string): Promise<PendingSignIn | undefined> {
    const answer = await enter<Partial<PendingSignIn>>(path, who, method)
    const { next, methods = [] } = answer
    return next && { next, methods }
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
    signIn: ({ userName, password, enrolmentLink }) =>
      begin('/session', { userName, password, enrolmentLink }),
    changePassword: ({ userName, password, newPassword, code, passkey, enrolmentLink }) =>
      begin('/session/password', { userName, password, newPassword, code, passkey, enrolmentLink }, 'PUT'),
    finishSignIn: (given) => enter<FinishedSignIn>('/session/second', given),
    startEnrolment: async () => (await post('/session/second/totp', {})) as { secret: string; uri: string },
    passkeyOptions: async (host) =>
      ((await post('/session/passkey/options', { host })) as { options: object }).options,
    async signInWithPasskey(response) {
      await enter('/session/passkey', { response })
    },
    async prove(proof) {
      await enter('/session/proof', proof)
    },
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
