import { answer, failures } from '../../../platform/http/responses.ts'
import type { Routes } from '../../../platform/http/server.ts'
import { write } from '../../../platform/http/write.ts'
import { changeDailyLimit, getDailyLimit } from './daily-limit.ts'
import { LimitBody, limitFields } from './schedule.schema.ts'

const tags = ['Reports']
const path = '/api/account/reportEmails'

export const dailyLimitRoutes: Routes = (app, ctx) => {
  app.get(
    path,
    {
      schema: {
        operationId: 'getReportEmailLimit',
        summary: 'Get the daily limit of e-mails with reports',
        description:
          'With what is used today. Only for the account holder and administrators. E-mails over the limit wait for the next day with the reason `daily_report_limit`, and are suppressed if it has no room for them either.',
        tags,
        response: { 200: answer(limitFields), ...failures },
      },
    },
    ({ caller }) => getDailyLimit(ctx, caller),
  )

  app.patch(
    path,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'changeReportEmailLimit',
        summary: 'Update the daily limit of e-mails with reports',
        description:
          'Up to what your provider allows. Only for the account holder and administrators. The next e-mail counts against the new limit.',
        tags,
        body: LimitBody,
        response: { 200: answer(limitFields), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => ({
        payload: await changeDailyLimit(tx, request.caller, request.body.dailyReportEmailLimit),
      })),
  )
}
