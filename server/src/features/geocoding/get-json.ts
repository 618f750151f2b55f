// Gets JSON from a provider that is not trusted: through the guard, without redirects and compression, with a limit of
// size and time. Errors name neither the URL nor the key.

import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import type { Guard } from '../../platform/outbound/guard.ts'
import { describeError } from '../../platform/outbound/guard.ts'
import type { Failure } from './provider.types.ts'

/** Five results have less than 10 kB. */
const maxBodyBytes = 65_536
const maxRetryAfterSeconds = 3_600
/** They are about the request: an unknown place, a text that the provider does not take. */
const refusals = new Set([400, 404, 414, 422])

export type JsonAnswer = { kind: 'json'; status: number; body: unknown } | Failure

export function getJson(
  guard: Guard,
  url: string,
  { headers, timeoutMs }: { headers: Record<string, string>; timeoutMs: number },
): Promise<JsonAnswer> {
  const target = guard.targetOf(url)
  if (typeof target === 'string') return Promise.resolve(failed(`the URL ${target}`))
  return new Promise<JsonAnswer>((resolve) => {
    const call = request({
      method: 'GET',
      host: target.host,
      port: target.port,
      defaultPort: target.isSecure ? 443 : 80,
      path: target.url.pathname + target.url.search,
      headers: { ...headers, accept: 'application/json', 'accept-encoding': 'identity' },
      createConnection: () => guard.open(target),
    })
    function finish(answer: JsonAnswer): void {
      clearTimeout(timer)
      resolve(answer)
      call.destroy()
    }
    const timer = setTimeout(() => finish(failed(`no answer within ${timeoutMs / 1_000} s`)), timeoutMs)
    call.on('error', (error) => finish(failed(describeError(error, 'geocoder'))))
    call.on('close', () => finish(failed('the connection ended without an answer')))
    call.on('response', (response) => readBody(response, finish))
    call.end()
  }).catch((error: Error) => failed(describeError(error, 'geocoder')))
}

/** Why the body is not read. */
function refusalOf({ statusCode: status = 0, headers }: IncomingMessage): Failure | undefined {
  if (status !== 200 && status !== 404) return failureOf(status, headers['retry-after'])
  // What was not asked for is not decompressed: a kilobyte can become a gigabyte.
  const encoding = headers['content-encoding'] ?? 'identity'
  return encoding === 'identity' ? undefined : failed('the answer is compressed')
}

function readBody(response: IncomingMessage, finish: (answer: JsonAnswer) => void): void {
  const refusal = refusalOf(response)
  if (refusal) {
    finish(refusal)
    return
  }
  const { statusCode: status = 0 } = response
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes > maxBodyBytes) finish(failed(`the answer has more than ${maxBodyBytes / 1_024} kB`))
  })
  response.on('error', () => finish(failed('the answer is incomplete')))
  response.on('end', () => {
    try {
      finish({ kind: 'json', status, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) })
    } catch {
      finish(status === 200 ? failed('the answer is not JSON') : failureOf(status, undefined))
    }
  })
}

export function failureOf(status: number, retryAfter: string | undefined): Failure {
  const isRedirect = status >= 300 && status < 400
  const why = `the geocoder answered ${status}${isRedirect ? '; redirects are not followed' : ''}`
  const seconds = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined
  // Further requests would only be counted against us.
  const pauseSeconds = seconds ?? (status === 429 ? 60 : undefined)
  return {
    kind: refusals.has(status) ? 'refused' : 'failed',
    why,
    retryAfterMs:
      pauseSeconds === undefined ? undefined : Math.min(pauseSeconds, maxRetryAfterSeconds) * 1_000,
  }
}

function failed(why: string): Failure {
  return { kind: 'failed', why }
}
