// Where Telegram reports what people write to the bot. Nobody else is answered: the path and a header have a secret each.

import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Credential } from '../../platform/cells/cells.ts'
import type { Context } from '../../platform/context.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { networkOf } from '../../platform/http/network.ts'
import { createRateLimit, requireRate } from '../../platform/http/rate-limit.ts'
import type { App } from '../../platform/http/server.ts'
import { accountOfToken } from './acknowledge-link.ts'
import type { TelegramUpdate } from './telegram-update.ts'
import { answerUpdate, tokenOf } from './telegram-update.ts'
import { hookSecretsOf } from './telegram-webhook.api.ts'
import { accountOfLink } from './verification-link.ts'

const maxBodyBytes = 65_536
const Path = Type.Object({ secret: Type.String({ maxLength: 100 }) })

export function telegramRoutes(parent: App, ctx: Context): void {
  const { secret: token } = ctx.config.notifications.telegram
  if (!token) return
  const secrets = hookSecretsOf(ctx, token)
  const ofAddress = createRateLimit('address', ctx.config.http.requestsPerMinutePerAddress)

  function requireTelegram({ params, headers, ip }: FastifyRequest): void {
    const header = headers['x-telegram-bot-api-secret-token']
    const { secret } = params as Static<typeof Path>
    if (isSame(secret, secrets.path) && isSame(String(header ?? ''), secrets.header)) return
    requireRate(ofAddress.take(networkOf(ip)))
    throw new NotFoundError('path.not_found', 'There is nothing here.')
  }

  parent.register(async (app: App) => {
    app.post(
      '/hooks/telegram/:secret',
      {
        bodyLimit: maxBodyBytes,
        config: { bare: true, load: 'call', credentialInBody: ({ body }) => credentialOf(body) },
        // Before the body is read.
        onRequest: async (request) => requireTelegram(request),
        schema: { hide: true, params: Path, body: Type.Unsafe<TelegramUpdate>(Type.Object({})) },
      },
      // What is answered is a call of the Bot API, so that none has to be made.
      async ({ body, id }, reply) => reply.send(await answerUpdate(ctx, body, id)),
    )
  })
}

/** The account that the secret of an update names, so that its home cell answers. */
function credentialOf(body: unknown): Credential | undefined {
  const token = tokenOf(body as TelegramUpdate)
  if (!token) return undefined
  const name = token.kind === 'link' ? accountOfLink(token.text) : accountOfToken(token.text)
  return { kind: 'account', name }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
