import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import type { AccountSpending } from './cap.api.ts'
import { changeOwnCaps, getSpending } from './cap.api.ts'
import { CapChanges, SpendingCapView } from './cap.schema.ts'
import { forEachCap } from './spending.types.ts'

const tags = ['Account']
const SpendingAnswer = answer({
  currency: Type.String({
    description: 'ISO 4217. Amounts of money are in millionths of it.',
    examples: ['EUR'],
  }),
  caps: Type.Object(forEachCap(() => ref(SpendingCapView))),
})

export const capRoutes: Routes = (app, ctx) => {
  app.addSchema(SpendingCapView)

  app.get(
    '/api/account/spendingCaps',
    {
      schema: {
        operationId: 'getSpendingCaps',
        summary: 'Get the spending caps of your account',
        description:
          'E-mails, SMS and money per day and month, with what is used. Only for the account holder and administrators. Messages over a cap are suppressed with the reason account_cap.',
        tags,
        response: { 200: SpendingAnswer, ...failures },
      },
    },
    async ({ caller }) => toView(ctx, await getSpending(ctx, caller)),
  )

  app.patch(
    '/api/account/spendingCaps',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'changeSpendingCaps',
        summary: 'Update the spending caps of your account',
        description:
          'Sets own caps, up to what your provider allows; null removes one. Only for the account holder and administrators. The next message counts against the new cap.',
        tags,
        body: CapChanges,
        response: { 200: SpendingAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => ({
        payload: toView(ctx, await changeOwnCaps(tx, request.caller, request.body)),
      })),
  )
}

function toView({ config }: Pick<Context, 'config'>, spending: AccountSpending) {
  const caps = forEachCap((name) => ({ ...spending[name], resetsAt: spending[name].resetsAt.toISOString() }))
  return { currency: config.spending.currency, caps }
}
