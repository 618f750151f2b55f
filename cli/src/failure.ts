// What stops a command on purpose: a sentence for its reader, and how the process ends.

import type { RastroError } from '@rastro/client'

/** Done wrong by whoever typed it: the process ends with 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Could not be done: the process ends with 1. */
export class ClientError extends Error {
  override name = 'ClientError'
}

/** Whom it was asked of, in whose name, and where the key was found. */
interface Asked {
  url: string
  userName: string
  keyFrom: string
}

const maxFaults = 20

/** The server's own words, and what to look at where they alone do not help. */
export function sentenceOf(error: RastroError, { url, userName, keyFrom }: Asked): string {
  const { status, code, message } = error
  if (status === 0 && code === 'network.unreachable') {
    return `${url} does not answer${causeOf(error)}. Is the address right, and is the server running? Try: curl ${url}/healthz`
  }
  if (code === 'token.refused' && status === 401) {
    return `${url} refused the API key of "${userName}" (${keyFrom}). It may have been deleted or regenerated, or belong to another user: make another with "rastro apikey create", then "rastro login".`
  }
  if (status === 401) return `${message} (user "${userName}", key: ${keyFrom})`
  const faults = error.details.slice(0, maxFaults).map(({ path, message }) => `\n  ${path} ${message}`)
  const more = error.details.length - faults.length
  const request = status >= 500 && error.requestId ? ` (request ${error.requestId})` : ''
  return `${message}${request}${faults.join('')}${more > 0 ? `\n  and ${more} more` : ''}`
}

/** fetch says only that it failed; why stands in what caused it. */
function causeOf(error: unknown): string {
  for (let at = error as { cause?: unknown; code?: string } | undefined; at; at = at.cause as typeof at) {
    if (typeof at.code === 'string' && /^[A-Z_]+$/.test(at.code)) return ` (${at.code})`
  }
  return ''
}
