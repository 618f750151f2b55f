// Tokens for programs: exchanges a user name and an API key for a token, and renews it before it expires.

import type { Fetch } from './http-request.ts'
import { send, trimSlash } from './http-request.ts'
import type { Issued, TokenSource } from './token-source.ts'
import { createRenewal } from './token-source.ts'

export interface ApiKeySettings {
  url: string
  userName: string
  apiKey: string
  fetch?: Fetch
  /** The current time in milliseconds, for tests. */
  now?: () => number
}

export function apiKeyTokens({ url, userName, apiKey, fetch, now }: ApiKeySettings): TokenSource {
  async function request(): Promise<Issued> {
    const issued = await send(fetch ?? globalThis.fetch, {
      url: `${trimSlash(url)}/api/Auth/Token`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName, apiKey }),
      isRepeatable: true,
    })
    const { token, expires } = issued as { token: string; expires: string }
    return { token, expiresAt: expires }
  }
  return createRenewal(request, now).token
}
