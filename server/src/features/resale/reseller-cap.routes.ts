import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { recordChanges } from '../audit/audit.api.ts'
import type { ResellerSpending } from '../spending/reseller-cap.api.ts'
import { forEachCap } from '../spending/spending.types.ts'
import { ResellerPath } from './resale.schema.ts'
import { changeCaps, getCaps } from './reseller.api.ts'
import { ResellerCapsBody, ResellerCapView } from './reseller-cap.schema.ts'
import { requireManaged } from './tree.api.ts'

const tags = ['Resale']
const path = '/api/resale/resellers/:resellerId/spendingCaps'
const CapsAnswer = answer({
  currency: Type.String({
    description: 'ISO 4217. Amounts of money are in millionths of it.',
    examples: ['EUR'],
  }),
  timeZone: Type.String({ description: 'Where the days of the caps begin.', examples: ['Europe/Madrid'] }),
  caps: Type.Object(forEachCap(() => ref(ResellerCapView))),
})

export const resellerCapRoutes: Routes = (app, ctx) => {
  app.addSchema(ResellerCapView)

  app.get(
    path,
    {
      schema: {
        operationId: 'getResellerSpendingCaps',
        summary: 'Get the spending caps of a reseller',
        description:
          'What all accounts below it, and below resellers below it, may send together per day and month, with what is used. Your own reseller, or one below it.',
        tags,
        params: ResellerPath,
        response: { 200: CapsAnswer, ...failures },
      },
    },
    async ({ caller, params }) => {
      const managed = await requireManaged(ctx, caller)
      return toView(ctx, await getCaps(ctx, managed, params.resellerId))
    },
  )

  app.patch(
    path,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'changeResellerSpendingCaps',
        summary: 'Update the spending caps of a reseller',
        description:
          'Of a reseller below yours. The next message counts against the new cap. Messages over a cap are suppressed with the reason reseller_cap; a tenth of every cap is kept for critical alerts.',
        tags,
        params: ResellerPath,
        body: ResellerCapsBody,
        response: { 200: CapsAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      const managed = await requireManaged(ctx, caller)
      const before = await getCaps(ctx, managed, params.resellerId)
      await changeCaps(ctx, managed, params.resellerId, body)
      const after = await getCaps(ctx, managed, params.resellerId)
      return write(ctx, request, reply, async (tx) => {
        const change = { before: limitsOf(before), after: limitsOf(after) }
        await recordChanges(tx, caller, [
          { action: 'resale.caps_changed', target: params.resellerId, ...change },
        ])
        return { payload: toView(ctx, after) }
      })
    },
  )
}

function toView({ config }: Pick<Context, 'config'>, { timeZone, caps }: ResellerSpending) {
  const shown = forEachCap((name) => ({ ...caps[name], resetsAt: caps[name].resetsAt.toISOString() }))
  return { currency: config.spending.currency, timeZone, caps: shown }
}

function limitsOf({ timeZone, caps }: ResellerSpending) {
  return { timeZone, ...forEachCap((name) => caps[name].cap) }
}
