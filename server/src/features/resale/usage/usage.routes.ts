import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { sendList } from '../../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { Routes } from '../../../platform/http/server.ts'
import { requireManaged } from '../tree.api.ts'
import { readInvoices } from './price.api.ts'
import { listUsage, narrowTo, readDays, requirePeriod, sumUsage } from './usage.api.ts'
import {
  InvoiceQuery,
  TotalQuery,
  totalFields,
  UsageFileQuery,
  UsageQuery,
  UsageView,
} from './usage.schema.ts'
import type { FileFormat } from './usage-formats.ts'
import { invoiceFiles, usageFiles } from './usage-formats.ts'

const tags = ['Resale']
const file = {
  description: 'The file.',
  content: {
    'text/csv': { schema: Type.String() },
    'application/x-ndjson': { schema: Type.String() },
  },
}

export const usageRoutes: Routes = (app, ctx) => {
  app.addSchema(UsageView)

  app.get(
    '/api/resale/usage',
    {
      schema: {
        operationId: 'listResaleUsage',
        summary: 'List usage by account',
        description: 'Sums of closed days, in the order of the tree.',
        tags,
        querystring: UsageQuery,
        response: {
          200: answer({ usage: Type.Array(ref(UsageView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const managed = await requireManaged(ctx, request.caller)
      const period = requirePeriod(request.query)
      const below = await narrowTo(ctx, managed, request.query.resellerId)
      return sendList(request, reply, 'usage', listUsage(ctx, below, period), 'path')
    },
  )

  app.get(
    '/api/resale/usage/total',
    {
      schema: {
        operationId: 'getResaleUsageTotal',
        summary: 'Get the usage of all accounts',
        description: '`licensesPeak` and `licensesGranted` are those of the largest account.',
        tags,
        querystring: TotalQuery,
        response: { 200: answer(totalFields), ...failures },
      },
    },
    async ({ caller, query }) => {
      const managed = await requireManaged(ctx, caller)
      const period = requirePeriod(query)
      return sumUsage(ctx, await narrowTo(ctx, managed, query.resellerId), period)
    },
  )

  app.get(
    '/api/resale/usage/file',
    {
      schema: {
        operationId: 'downloadResaleUsage',
        summary: 'Download usage by day',
        description:
          'A row for each account and closed day. A day never changes, so what was downloaded before can be skipped.',
        tags,
        querystring: UsageFileQuery,
        response: { 200: file, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, query } = request
      const managed = await requireManaged(ctx, caller)
      const period = requirePeriod(query)
      const below = await narrowTo(ctx, managed, query.resellerId)
      const format = usageFiles[query.format ?? 'csv']
      return sendFile(reply, format, `usage-${period.from}-${period.to}`, readDays(ctx, below, period))
    },
  )

  app.get(
    '/api/resale/invoices/file',
    {
      schema: {
        operationId: 'downloadResaleInvoices',
        summary: 'Download invoices of a month',
        description:
          'What the accounts and resellers directly below yours have used, by their price lists. Amounts are whole millionths of the currency. The month is that of the local days of each account.',
        tags,
        querystring: InvoiceQuery,
        response: { 200: file, ...failures },
      },
    },
    async ({ caller, query: { month, format = 'csv' } }, reply) => {
      const managed = await requireManaged(ctx, caller)
      return sendFile(reply, invoiceFiles[format], `invoices-${month}`, readInvoices(ctx, managed, month))
    },
  )
}

/** An error midway aborts the connection, so that a partial file never looks complete. */
function sendFile<T>(reply: FastifyReply, format: FileFormat<T>, name: string, chunks: AsyncIterable<T[]>) {
  async function* text() {
    yield format.head
    for await (const rows of chunks) yield rows.map((row) => format.write(row)).join('')
  }
  reply.header('content-disposition', `attachment; filename="${name}.${format.extension}"`)
  return reply.type(`${format.type}; charset=utf-8`).send(Readable.from(text(), { objectMode: false }))
}
