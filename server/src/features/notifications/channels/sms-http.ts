// SMS through a provider that accepts JSON over HTTP.

import type { Context } from '../../../platform/context.ts'
import type { FindMailBrand } from '../../../platform/mail/mail-brand.ts'
import type { Transport } from './channel.types.ts'
import { postJson, toOutcome } from './post-json.ts'

export function createSmsHttp(
  ctx: Pick<Context, 'config'>,
  url: string,
  findBrand?: FindMailBrand,
): Transport {
  const { smsFrom, smsHttp, timeoutSeconds } = ctx.config.notifications
  return {
    async send({ id, to, accountId, content }) {
      let from: string
      try {
        from = (accountId === undefined ? undefined : await findBrand?.(accountId))?.smsSender ?? smsFrom
      } catch (error) {
        return { kind: 'refused', why: (error as Error).message, isTemporary: true }
      }
      const headers = {
        'idempotency-key': id,
        ...(smsHttp.secret && { authorization: `Bearer ${smsHttp.secret}` }),
      }
      const body = { id, from, to, text: content.short }
      const answer = await postJson(url, body, { headers, timeoutSeconds })
      if ('kind' in answer) return answer
      const isAccepted = answer.status >= 200 && answer.status < 300
      return isAccepted
        ? { kind: 'accepted', providerId: providerIdOf(answer.body) }
        : toOutcome('the SMS provider', answer)
    },
    async stop() {},
  }
}

function providerIdOf(body: unknown): string | undefined {
  const { id } = (body ?? {}) as { id?: unknown }
  return typeof id === 'string' ? id.slice(0, 200) : undefined
}
