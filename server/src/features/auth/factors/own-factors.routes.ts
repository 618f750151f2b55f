import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { answer, failures } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import { write } from '../../../platform/http/write.ts'
import type { FindProductName } from '../../../platform/product-name.ts'
import {
  confirmOwnTotp,
  getOwnFactors,
  removeOwnTotp,
  renewOwnRecoveryCodes,
  startOwnTotp,
} from './enrolment.ts'
import { RecoveryCodes, SecondFactorView, TotpCode, TotpSecret } from './factor.schema.ts'

const tags = ['Second factors']

export function ownFactorRoutes(app: App, ctx: Context, findProductName: FindProductName): void {
  app.get(
    '/api/me/secondFactor',
    {
      schema: {
        operationId: 'getSecondFactor',
        summary: 'Get your second factors',
        description: 'What you can sign in with besides your password.',
        tags,
        response: { 200: answer(SecondFactorView), ...failures },
      },
    },
    async ({ caller }) => {
      const { totpConfirmedAt, passkeyCount, recoveryCodesLeft, isRequired } = await getOwnFactors(
        ctx,
        caller,
      )
      const totpSince = totpConfirmedAt?.toISOString() ?? null
      return { totpSince, passkeys: passkeyCount, recoveryCodesLeft, isRequired }
    },
  )

  app.post(
    '/api/me/totp',
    {
      config: { access: 'any', hasSecret: true },
      schema: {
        operationId: 'startTotp',
        summary: 'Set up an authenticator app',
        description:
          'Returns a secret for the app. It is used once you have confirmed it with a code within 15 minutes; an app that you have stays valid until then. Requires a sign-in of the last 5 minutes.',
        tags,
        response: { 200: answer(TotpSecret), ...failures },
      },
    },
    async (request, reply) => {
      const { caller } = request
      const issuer = await findProductName(caller.accountId)
      return write(ctx, request, reply, async (tx) => ({ payload: await startOwnTotp(tx, caller, issuer) }))
    },
  )

  app.post(
    '/api/me/totp/confirm',
    {
      config: { access: 'any', hasSecret: true },
      schema: {
        operationId: 'confirmTotp',
        summary: 'Confirm an authenticator app',
        description:
          'Ends your other sessions. Returns recovery codes, unless you have some: store them away from the phone.',
        tags,
        body: Type.Object({ code: TotpCode }, { additionalProperties: false }),
        response: { 200: answer({ recoveryCodes: RecoveryCodes }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => ({
        payload: { recoveryCodes: await confirmOwnTotp(tx, request.caller, request.body.code) },
      })),
  )

  app.delete(
    '/api/me/totp',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'deleteTotp',
        summary: 'Remove your authenticator app',
        description: 'Ends your other sessions. Requires a sign-in of the last 5 minutes.',
        tags,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await removeOwnTotp(tx, request.caller)
        return { payload: {} }
      }),
  )

  app.post(
    '/api/me/recoveryCodes',
    {
      config: { access: 'any', hasSecret: true },
      schema: {
        operationId: 'replaceRecoveryCodes',
        summary: 'Replace your recovery codes',
        description: 'Returns ten new codes and ends the old ones. Requires a sign-in of the last 5 minutes.',
        tags,
        response: { 200: answer({ recoveryCodes: RecoveryCodes }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => ({
        payload: { recoveryCodes: await renewOwnRecoveryCodes(tx, request.caller) },
      })),
  )
}
