// Routes of the first run. Outside /api, because nobody has a token yet.

import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import { guardSecretLinks } from '../../platform/http/secret-link.ts'
import type { App } from '../../platform/http/server.ts'
import { nameText } from '../../platform/http/text.ts'
import { refuseForeignOrigin } from '../auth/foreign-origin.api.ts'
import { languages } from '../auth/mail/mail.types.ts'
import { isSetupOpen } from './setup.api.ts'
import { setUp } from './setup.ts'

const common = { tags: ['Session'], security: [] }
/** Only for an installation with a single cell. */
const config = { credential: () => undefined, load: 'call' } as const

const SetupBody = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 100, description: 'From the log of the api process.' }),
    email: Type.String({ format: 'email', maxLength: 254, description: 'Becomes the user name.' }),
    name: nameText(),
    accountName: nameText(),
    country: Type.String({ format: 'country', description: 'ISO 3166-1 alpha-2.' }),
    timeZone: Type.String({ format: 'time-zone', maxLength: 64 }),
    language: Type.Union(languages.map((one) => Type.Literal(one))),
    licenses: Type.Integer({
      minimum: 0,
      maximum: 100_000_000,
      description: 'Maximum number of active devices of the account.',
    }),
    newPassword: Type.String({ minLength: 1, maxLength: 256 }),
  },
  { additionalProperties: false },
)

export function setupRoutes(parent: App, ctx: Context): void {
  parent.register(async (app: App) => {
    guardSecretLinks(app, ctx)
    app.addHook('onRequest', async (request) => refuseForeignOrigin(request))

    app.get(
      '/session/setup',
      {
        config,
        schema: {
          operationId: 'getSetup',
          summary: 'Get whether the installation is new',
          description: 'A new installation has no account. The web interface then shows the setup page.',
          ...common,
          response: { 200: answer({ isOpen: Type.Boolean() }), ...failures },
        },
      },
      async () => ({ isOpen: await isSetupOpen(ctx) }),
    )

    app.post(
      '/session/setup',
      {
        config,
        schema: {
          operationId: 'setUp',
          summary: 'Set up the installation',
          description: 'Creates the first operator and account. Works once per installation.',
          ...common,
          body: SetupBody,
          response: { 200: answer({ account: Type.String(), userName: Type.String() }), ...failures },
        },
      },
      async ({ body, ip }) => setUp(ctx, body as Static<typeof SetupBody>, ip),
    )
  })
}
