// What people write to the bot: `/start` with the secret of a link verifies a contact, a button acknowledges an alert.
// Everything else is ignored. An update may come twice: both may be repeated.

import type { Context } from '../../platform/context.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { acknowledgeByLink } from './acknowledgement.api.ts'
import type { Language } from './notification.types.ts'
import { languages } from './notification.types.ts'
import { texts } from './templates/alert-texts.types.ts'
import { linkChat } from './verification-link.ts'

/** The parts that are read. Nothing of it is trusted. */
export interface TelegramUpdate {
  message?: { text?: unknown; chat?: { id?: unknown }; from?: { language_code?: unknown } }
  callback_query?: { id?: unknown; data?: unknown; from?: { language_code?: unknown } }
}

const startShape = /^\/start(?:@\w{1,64})? ([0-9A-Za-z]{40,64})$/
const tokenShape = /^[0-9A-Za-z]{40,64}$/

/** The secret of an update, which names its account. */
export function tokenOf({ message, callback_query: pressed }: TelegramUpdate) {
  if (pressed) {
    const text = String(pressed.data ?? '')
    return tokenShape.test(text) ? ({ kind: 'button', text } as const) : undefined
  }
  const text = startShape.exec(String(message?.text ?? ''))?.[1]
  return text ? ({ kind: 'link', text } as const) : undefined
}

/** The call of the Bot API to make in return, or nothing. */
export async function answerUpdate(ctx: Context, update: TelegramUpdate, requestId: string): Promise<object> {
  const token = tokenOf(update)
  if (!token) return {}
  if (token.kind === 'button') {
    const { id, from } = update.callback_query!
    const text = await acknowledge(ctx, token.text, languageOf(from), requestId)
    return { method: 'answerCallbackQuery', callback_query_id: String(id), text, show_alert: true }
  }
  const { chat, from } = update.message!
  const address = String(chat?.id ?? '')
  if (!/^-?\d{3,20}$/.test(address)) return {}
  const linked = await linkChat(ctx, { secret: token.text, address, requestId })
  const labels = texts[linked.outcome === 'invalid' ? languageOf(from) : linked.language]
  const text = { linked: labels.linked, taken: labels.linkTaken, invalid: labels.linkInvalid }[linked.outcome]
  return { method: 'sendMessage', chat_id: address, text }
}

async function acknowledge(
  ctx: Context,
  token: string,
  language: Language,
  requestId: string,
): Promise<string> {
  try {
    const { acknowledgedBy, language: ofContact } = await acknowledgeByLink(ctx, token, requestId)
    // Telegram shows at most 200 characters.
    return texts[ofContact].acknowledged(acknowledgedBy ?? '').slice(0, 200)
  } catch (error) {
    if (error instanceof NotFoundError) return texts[language].alertOver
    throw error
  }
}

function languageOf(from: { language_code?: unknown } | undefined): Language {
  const given = String(from?.language_code ?? '').slice(0, 2)
  return languages.find((one) => one === given) ?? 'en'
}
