// Errors that end a command: a message for the user, and the exit code.

import type { RastroError } from '@rastro/client'

/** Wrong usage: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The command failed: exit code 1. */
export class ClientError extends Error {
  override name = 'ClientError'
}

/** The server, the user, and where the key was found. */
interface Origin {
  url: string
  userName: string
  keyFrom: string
}

const maxFaults = 20

/** The server's message, with a hint where it is not enough. */
export function sentenceOf(error: RastroError, { url, userName, keyFrom }: Origin): string {
  const { status, code, message } = error
  if (status === 0 && code === 'network.unreachable') {
    return `${url} does not answer${causeOf(error)}. Check the address and whether the server is running: curl ${url}/healthz`
  }
  if (code === 'token.refused' && status === 401) {
    return `${url} refused the API key of "${userName}" (${keyFrom}). It may have been deleted or regenerated, or belong to another user. Create another one with "rastro apikey create", then run "rastro login".`
  }
  if (status === 401) return `${message} (user "${userName}", key: ${keyFrom})`
  const faults = error.details.slice(0, maxFaults).map(({ path, message }) => `\n  ${path} ${message}`)
  const more = error.details.length - faults.length
  const request = status >= 500 && error.requestId ? ` (request ${error.requestId})` : ''
  return `${message}${request}${faults.join('')}${more > 0 ? `\n  and ${more} more` : ''}`
}

/** fetch reports only that it failed; the reason is in its cause. */
function causeOf(error: unknown): string {
  for (let at = error as { cause?: unknown; code?: string } | undefined; at; at = at.cause as typeof at) {
    if (typeof at.code === 'string' && /^[A-Z_]+$/.test(at.code)) return ` (${at.code})`
  }
  return ''
}
