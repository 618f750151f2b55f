// SMS through a provider that accepts JSON over HTTP.

import type { Context } from '../../../platform/context.ts'
import type { FindMailBrand } from '../../../platform/mail/mail-brand.ts'
import type { Outcome, Transport } from './channel.types.ts'

/** No connection was established, so nothing was sent. */
const neverConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/
/** Sent by a proxy on the way: the provider may have received the message. */
const betweenStatuses = new Set([502, 504])
const temporaryStatuses = new Set([408, 425, 429])

export function createSmsHttp(
  ctx: Pick<Context, 'config'>,
  url: string,
  findBrand?: FindMailBrand,
): Transport {
  const { smsFrom, smsHttp, timeoutSeconds } = ctx.config.notifications
  return {
    async send({ id, to, accountId, content }) {
      try {
        const brand = accountId === undefined ? undefined : await findBrand?.(accountId)
        const from = brand?.smsSender ?? smsFrom
        const answer = await fetch(url, {
          method: 'POST',
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutSeconds * 1_000),
          headers: {
            'content-type': 'application/json',
            'idempotency-key': id,
            ...(smsHttp.secret && { authorization: `Bearer ${smsHttp.secret}` }),
          },
          body: JSON.stringify({ id, from, to, text: content.short }),
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
  return { kind: 'refused', why, isTemporary: status >= 500 || temporaryStatuses.has(status) }
}

/** The message is accepted even if the body is unreadable. */
async function providerIdOf(answer: Response): Promise<string | undefined> {
  const body = (await answer.json().catch(() => undefined)) as { id?: unknown } | undefined
  return typeof body?.id === 'string' ? body.id.slice(0, 200) : undefined
}
