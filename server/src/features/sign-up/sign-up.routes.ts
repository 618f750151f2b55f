// Routes of sign-up. Outside /api, because they need no token.

import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import { guardSecretLinks } from '../../platform/http/secret-link.ts'
import type { App } from '../../platform/http/server.ts'
import { nameText } from '../../platform/http/text.ts'
import { refuseForeignOrigin } from '../auth/foreign-origin.api.ts'
import { languages } from '../auth/mail/mail.types.ts'
import { challengePattern, puzzles } from './proof-of-work.ts'
import { confirmSignUp, offerSignUp, requestSignUp, signUpOff } from './sign-up.ts'

const common = { tags: ['Session'], security: [] }
const closed = { additionalProperties: false }

const SignUpBody = Type.Object(
  {
    email: Type.String({
      format: 'email',
      maxLength: 254,
      description: 'Becomes the user name of the account holder.',
    }),
    name: nameText({ description: 'Of the account holder.' }),
    accountName: nameText(),
    country: Type.String({ format: 'country', description: 'ISO 3166-1 alpha-2.' }),
    timeZone: Type.String({ format: 'time-zone', maxLength: 64 }),
    language: Type.Union(
      languages.map((one) => Type.Literal(one)),
      { description: 'Of e-mails.' },
    ),
    challenge: Type.String({ pattern: challengePattern, description: 'Of GET /session/sign-up; once.' }),
    nonces: Type.Array(Type.Integer({ minimum: 0, maximum: 4_294_967_295 }), {
      maxItems: puzzles,
      description: 'The solution of each puzzle.',
    }),
  },
  closed,
)
const ConfirmBody = Type.Object(
  {
    secret: Type.String({ pattern: '^[0-9A-Za-z]{43}$', description: 'The part of the link behind `#`.' }),
    newPassword: Type.String({ minLength: 1, maxLength: 256 }),
  },
  closed,
)

/** No account exists yet, so every cell takes these requests; a link is confirmed where it was requested. */
const config = { credential: () => undefined, load: 'call' } as const

export function signUpRoutes(parent: App, ctx: Context): void {
  parent.register(async (app: App) => {
    guardSecretLinks(app, ctx)
    app.addHook('onRequest', async (request) => {
      refuseForeignOrigin(request)
      // The account would belong to the platform, and not to the reseller.
      if (request.site.host !== null) throw signUpOff()
    })

    app.get(
      '/session/sign-up',
      {
        config,
        schema: {
          operationId: 'getSignUp',
          summary: 'Get a sign-up challenge',
          description:
            'Not found if the operator creates the accounts. Each puzzle asks for a nonce with which the SHA-256 of the hash of the challenge, the number of the puzzle and the nonce, both as 32-bit big-endian integers, begins with `bits` zero bits.',
          ...common,
          response: {
            200: answer({
              challenge: Type.String({ description: 'Valid for 15 minutes.' }),
              puzzles: Type.Integer(),
              bits: Type.Integer({ description: '0: no work is needed.' }),
              trialDays: Type.Integer(),
              trialLicenses: Type.Integer(),
            }),
            ...failures,
          },
        },
      },
      async () => offerSignUp(ctx),
    )

    app.post(
      '/session/sign-up',
      {
        config,
        schema: {
          operationId: 'signUp',
          summary: 'Sign up for an account',
          description:
            'Sends an e-mail with a link that is valid for 24 hours, or a note to a user who exists. The answer is the same for every address. At most 5 an hour per network, 50 a day per domain of the address, 500 a day.',
          ...common,
          body: SignUpBody,
          response: { 202: answer({}, 'Accepted.'), ...failures },
        },
      },
      async ({ body, ip }, reply) => {
        await requestSignUp(ctx, { ...(body as Static<typeof SignUpBody>), address: ip })
        reply.code(202)
        return {}
      },
    )

    app.post(
      '/session/sign-up/confirm',
      {
        config,
        schema: {
          operationId: 'confirmSignUp',
          summary: 'Create an account with a sign-up link',
          description: 'Creates the account and its holder with the chosen password. Works once per link.',
          ...common,
          body: ConfirmBody,
          response: { 200: answer({ account: Type.String(), userName: Type.String() }), ...failures },
        },
      },
      async ({ body }) => confirmSignUp(ctx, body),
    )
  })
}
