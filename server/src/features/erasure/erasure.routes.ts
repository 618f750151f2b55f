import type { Static } from 'typebox'
import { Type } from 'typebox'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { closeAccount, findClosing, reopenAccount } from './closing.api.ts'
import type { Closing } from './erasure.types.ts'

const ClosingView = Type.Object(
  {
    requestedAt: Type.String({ format: 'date-time' }),
    eraseAt: Type.String({
      format: 'date-time',
      description: 'Everything of the account is deleted from then on. Until then the closing can be undone.',
    }),
  },
  { $id: 'Closing', title: 'Closing' },
)
const CloseBody = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 200, description: 'The name of the account.' }) },
  { additionalProperties: false },
)
const path = '/api/account/closing'
const tags = ['Account']

export const closingRoutes: Routes = (app, ctx) => {
  app.addSchema(ClosingView)

  app.get(
    path,
    {
      schema: {
        operationId: 'getClosing',
        summary: 'Get the closing of your account',
        description: '`closing` is null unless the account is being closed.',
        tags,
        response: { 200: answer({ closing: Type.Union([ref(ClosingView), Type.Null()]) }), ...failures },
      },
    },
    async ({ caller }) => {
      const closing = await findClosing(ctx, caller)
      return { closing: closing ? toView(closing) : null }
    },
  )

  app.post(
    path,
    {
      config: { access: 'any', openIn: ['suspended'] },
      schema: {
        operationId: 'closeAccount',
        summary: 'Close your account',
        description:
          'For the account holder, with a recent sign-in. API keys are not accepted. All other users lose access at once; locations are still stored. On `eraseAt` the account is erased; until then the account holder can undo it.',
        tags,
        body: CloseBody,
        response: { 201: answer({ closing: ref(ClosingView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => ({
        status: 201,
        location: path,
        payload: { closing: toView(await closeAccount(tx, request.caller, request.body.name)) },
      })),
  )

  app.delete(
    path,
    {
      config: { access: 'any', openIn: ['closing'] },
      schema: {
        operationId: 'reopenAccount',
        summary: 'Undo the closing of your account',
        description:
          'The account has the status that it had before. Not possible once the erasure has begun.',
        tags,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await reopenAccount(tx, request.caller)
        return { payload: {} }
      }),
  )
}

function toView({ requestedAt, eraseAt }: Closing): Static<typeof ClosingView> {
  return { requestedAt: requestedAt.toISOString(), eraseAt: eraseAt.toISOString() }
}
