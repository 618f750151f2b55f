// Tokens for programs: a user name and an API key are traded for one, and again before it runs out.

import type { Fetch } from './sending.ts'
import { send } from './sending.ts'
import type { Issued, TokenSource } from './token-source.ts'
import { createRenewal } from './token-source.ts'

export interface ApiKeySettings {
  url: string
  userName: string
  apiKey: string
  fetch?: Fetch
  /** Milliseconds, for who has a clock of his own. */
  now?: () => number
}

export function apiKeyTokens({ url, userName, apiKey, fetch, now }: ApiKeySettings): TokenSource {
  const ask = () =>
    send(fetch ?? globalThis.fetch, {
      url: `${url}/api/Auth/Token`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName, apiKey }),
      isRepeatable: true,
    }) as Promise<Issued>
  return createRenewal(ask, now).token
}
