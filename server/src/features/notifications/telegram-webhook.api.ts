// Registers the address at which Telegram reports what people write to the bot.

import type { Config } from '../../config/config.ts'
import type { Context } from '../../platform/context.ts'
import { sign } from '../../platform/crypto/seal.ts'
import { postJson } from './channels/post-json.ts'

const timeoutSeconds = 10

/** Derived, so that every process knows them and nobody has to keep them. */
export function hookSecretsOf(
  { config }: Pick<Context, 'config'>,
  token: string,
): { path: string; header: string } {
  const of = (part: string) => sign(config.access, `telegram ${part}`, token).toString('hex')
  return { path: of('path'), header: of('header') }
}

/** The user name of the bot, or why there is none. */
export async function findTelegramBot(
  { notifications: { telegram } }: Pick<Config, 'notifications'>,
  timeoutMs: number,
): Promise<{ bot: string } | { why: string }> {
  const limits = { timeoutSeconds: timeoutMs / 1_000 }
  const answer = await postJson(`${telegram.url}/bot${telegram.secret}/getMe`, {}, limits)
  if ('kind' in answer) return { why: 'why' in answer ? answer.why : '' }
  const { result } = (answer.body ?? {}) as { result?: { username?: unknown } }
  return answer.status === 200 ? { bot: String(result?.username ?? '') } : { why: `status ${answer.status}` }
}

/** May be repeated: Telegram keeps one address for a bot. */
export async function registerTelegramWebhook(ctx: Pick<Context, 'config' | 'log'>): Promise<void> {
  const { url, secret: token } = ctx.config.notifications.telegram
  if (!token) return
  const { path, header } = hookSecretsOf(ctx, token)
  const answer = await postJson(
    `${url}/bot${token}/setWebhook`,
    {
      url: `${ctx.config.http.publicUrl}/hooks/telegram/${path}`,
      secret_token: header,
      allowed_updates: ['message', 'callback_query'],
    },
    { timeoutSeconds },
  )
  if ('status' in answer && answer.status === 200) return
  const why = 'kind' in answer ? ('why' in answer ? answer.why : '') : `status ${answer.status}`
  ctx.log.warn({ why }, 'Telegram did not take the address of the webhook: contacts there cannot be verified')
}
