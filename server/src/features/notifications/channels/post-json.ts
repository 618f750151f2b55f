// Posts JSON to a provider that the operator has chosen.

import type { Outcome } from './channel.types.ts'

/** No connection was established, so nothing was sent. */
const neverConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/
/** Sent by a proxy on the way: the provider may have received the message. */
const betweenStatuses = new Set([502, 504])
const temporaryStatuses = new Set([408, 425, 429])

export interface JsonAnswer {
  status: number
  /** Undefined if it is not JSON. */
  body: unknown
  retryAfterSeconds: number | undefined
}

/** The answer of the provider, or the outcome without one. */
export async function postJson(
  url: string,
  body: object,
  { headers = {}, timeoutSeconds }: { headers?: Record<string, string>; timeoutSeconds: number },
): Promise<JsonAnswer | Outcome> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutSeconds * 1_000),
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN)
    return {
      status: answer.status,
      // The status is the answer, also if the body is unreadable.
      body: await answer.json().catch(() => undefined),
      retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    }
  } catch (error) {
    const { message, cause } = error as Error
    const code = String((cause as { code?: unknown } | undefined)?.code ?? '')
    const why = code ? `${message}: ${code}` : message
    return neverConnected.test(code) ? { kind: 'refused', why, isTemporary: true } : { kind: 'unknown', why }
  }
}

/** The outcome of an answer other than 2xx. `name` is that of the provider. */
export function toOutcome(name: string, { status, retryAfterSeconds }: JsonAnswer): Outcome {
  const why = `${name} answered ${status}`
  if (betweenStatuses.has(status)) return { kind: 'unknown', why }
  return {
    kind: 'refused',
    why,
    isTemporary: status >= 500 || temporaryStatuses.has(status),
    retryAfterSeconds,
  }
}
