// Telegram by a bot of the operator: plain text, so that nothing in names and texts formats it or mentions people.

import type { Context } from '../../../platform/context.ts'
import type { Outcome, Transport } from './channel.types.ts'
import type { JsonAnswer } from './post-json.ts'
import { postJson, toOutcome } from './post-json.ts'

const maxLength = 4_000
/** The chat does not exist for the bot any more: blocked, removed from the group, or deleted. */
const gone = /chat not found|user not found|PEER_ID_INVALID|upgraded to a supergroup/i

interface Reply {
  ok?: unknown
  result?: { message_id?: unknown }
  description?: unknown
  parameters?: { retry_after?: unknown }
}

export function createTelegram(ctx: Pick<Context, 'config'>): Transport {
  const { telegram, timeoutSeconds } = ctx.config.notifications
  const url = `${telegram.url}/bot${telegram.secret}/sendMessage`
  return {
    async send({ to, acknowledgeToken, content }) {
      const { subject, text, parts = { title: subject, lines: [text], links: [] } } = content
      // The first one acknowledges; here the answer takes the place of the page that it opens.
      const buttons = parts.links.map(({ label, url }, index) => [
        acknowledgeToken && index === 0
          ? { text: label, callback_data: acknowledgeToken }
          : { text: label, url },
      ])
      const answer = await postJson(
        url,
        {
          chat_id: to,
          text: [...[parts.title, '', ...parts.lines].join('\n').replaceAll('@', '@\u2060')]
            .slice(0, maxLength)
            .join(''),
          link_preview_options: { is_disabled: true },
          ...(buttons.length > 0 && { reply_markup: { inline_keyboard: buttons } }),
        },
        { timeoutSeconds },
      )
      return 'kind' in answer ? answer : outcomeOf(to, answer)
    },
    async stop() {},
  }
}

function outcomeOf(to: string, answer: JsonAnswer): Outcome {
  const { ok, result, description, parameters } = (answer.body ?? {}) as Reply
  if (answer.status === 200 && ok === true)
    return { kind: 'accepted', providerId: `telegram:${to}:${String(result?.message_id ?? '')}` }
  const outcome = toOutcome('Telegram', answer)
  if (outcome.kind !== 'refused') return outcome
  const reason = typeof description === 'string' ? description.slice(0, 200) : ''
  const retryAfter = Number(parameters?.retry_after)
  return {
    ...outcome,
    why: reason ? `${outcome.why}: ${reason}` : outcome.why,
    // A wrong token is the operator's to correct: messages wait for it.
    isTemporary: outcome.isTemporary || answer.status === 401 || answer.status === 404,
    isGone: answer.status === 403 || (answer.status === 400 && gone.test(reason)),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : outcome.retryAfterSeconds,
  }
}
