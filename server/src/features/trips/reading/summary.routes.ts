import { Type } from 'typebox'
import { sendPage, streamList } from '../../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { Routes } from '../../../platform/http/server.ts'
import { maxDays } from './date-range.ts'
import { SummariesQuery, SummaryView } from './day.schema.ts'
import type { SummaryPage } from './summary.ts'
import { pageSummaries } from './summary.ts'

const maxPageSize = 1_000

export const summaryRoutes: Routes = (app, ctx) => {
  app.addSchema(SummaryView)

  app.get(
    '/api/summaries',
    {
      config: { load: 'track' },
      schema: {
        operationId: 'listSummaries',
        summary: 'List summaries',
        description: `Sums over whole days in the time zone of the account: of each device, of each group, or of all devices by day, week or month. At most ${maxDays} days. Exact for computed days; the current day may lack the last 10 minutes.`,
        tags: ['Trips'],
        querystring: SummariesQuery,
        response: {
          200: answer({
            summaries: Type.Array(ref(SummaryView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { from, to, by, group, limit, cursor } = request.query
      const filter = { by, range: { from, to }, groupId: group }
      const read = (page: { limit: number; cursor: string | undefined }) =>
        pageSummaries(ctx, request.caller, filter, page)
      const first = await read({ limit: limit ?? maxPageSize, cursor })
      const isPage = limit !== undefined || cursor !== undefined
      if (isPage || first.nextCursor === undefined)
        return sendPage(request, reply, 'summaries', toChunk(first))
      async function* chunks() {
        let page = first
        yield toChunk(page)
        while (page.nextCursor !== undefined) {
          page = await read({ limit: maxPageSize, cursor: page.nextCursor })
          yield toChunk(page)
        }
      }
      return streamList(request, reply, 'summaries', chunks())
    },
  )
}

function toChunk({ summaries, nextCursor }: SummaryPage) {
  const json = summaries.map((summary) => JSON.stringify(summary)).join(',')
  return { json, count: summaries.length, nextCursor }
}
