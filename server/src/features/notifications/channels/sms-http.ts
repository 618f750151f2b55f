// SMS by a provider that takes JSON over HTTP.

import type { Context } from '../../../platform/context.ts'
import type { Outcome, Transport } from './channel.types.ts'

/** The line never came to be, so nothing was said. */
const neverConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/
/** Said by something between us and the provider: it may have what the provider has not answered. */
const betweenStatuses = new Set([502, 504])
const laterStatuses = new Set([408, 425, 429])

export function createSmsHttp(ctx: Pick<Context, 'config'>, url: string): Transport {
  const { smsFrom, smsHttp, answerSeconds } = ctx.config.notifications
  return {
    async send({ id, to, letter }) {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          redirect: 'manual',
          signal: AbortSignal.timeout(answerSeconds * 1_000),
          headers: {
            'content-type': 'application/json',
            'idempotency-key': id,
            ...(smsHttp.secret && { authorization: `Bearer ${smsHttp.secret}` }),
          },
          body: JSON.stringify({ id, from: smsFrom, to, text: letter.short }),
        })
        if (answer.ok) return { kind: 'accepted', providerId: await providerIdOf(answer) }
        await answer.body?.cancel()
        return toOutcome(answer.status)
      } catch (error) {
        const { message, cause } = error as Error
        const code = String((cause as { code?: unknown } | undefined)?.code ?? '')
        const why = code ? `${message}: ${code}` : message
        return neverConnected.test(code)
          ? { kind: 'refused', why, isTemporary: true }
          : { kind: 'unknown', why }
      }
    },
    async stop() {},
  }
}

function toOutcome(status: number): Outcome {
  const why = `the SMS provider answered ${status}`
  if (betweenStatuses.has(status)) return { kind: 'unknown', why }
  return { kind: 'refused', why, isTemporary: status >= 500 || laterStatuses.has(status) }
}

/** Accepted it is, whatever the body says. */
async function providerIdOf(answer: Response): Promise<string | undefined> {
  const body = (await answer.json().catch(() => undefined)) as { id?: unknown } | undefined
  return typeof body?.id === 'string' ? body.id.slice(0, 200) : undefined
}
