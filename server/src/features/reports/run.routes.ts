import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { languageOf } from '../../platform/http/accept-language.ts'
import { readRange } from '../../platform/http/byte-range.ts'
import { Cursor, Limit } from '../../platform/http/paging.ts'
import { sendList } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import { guardSecretLinks } from '../../platform/http/secret-link.ts'
import type { App, Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { accountOfLink } from '../auth/one-time-link.api.ts'
import { fileNameOf } from './file-name.ts'
import { contentTypes } from './formats/formats.ts'
import { DifferenceView, RunBody, RunPath, RunView } from './report.schema.ts'
import type { ReportRun, RunRequest } from './report.types.ts'
import type { ReportFile } from './run.ts'
import {
  createFileLink,
  createRun,
  endRun,
  getRun,
  listDifferences,
  listRuns,
  openFile,
  openLinkedFile,
  withDefaults,
} from './run.ts'
import { reportTexts } from './texts/texts.ts'

const tags = ['Reports']
const access = 'reports.read'
const path = '/api/reportRuns'
const time = Type.String({ format: 'date-time' })
const FileBytes = Type.Unsafe<Buffer>({ description: 'The bytes of the file.' })
const fileAnswer = {
  description: 'The file.',
  content: Object.fromEntries(
    Object.values(contentTypes).map((type) => [type.split(';')[0]!, { schema: FileBytes }]),
  ),
}
const LinkPath = Type.Object({
  runId: Type.String({ maxLength: 64 }),
  secret: Type.String({ maxLength: 100 }),
})

export const reportRunRoutes: Routes = (app, ctx) => {
  app.addSchema(RunView)
  app.addSchema(DifferenceView)

  app.get(
    path,
    {
      config: { access },
      schema: {
        operationId: 'listReportRuns',
        summary: 'List report runs',
        description:
          'Newest first: your own, or those of all users for the account holder and administrators. Runs of a scope that you no longer have are absent.',
        tags,
        querystring: Type.Object(
          { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
          { additionalProperties: false },
        ),
        response: {
          200: answer({ reportRuns: Type.Array(ref(RunView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    async (request, reply) =>
      sendList(
        request,
        reply,
        'reportRuns',
        listRuns(ctx, request.caller, (run) => JSON.stringify(toView(run))),
      ),
  )

  app.post(
    path,
    {
      config: { access },
      schema: {
        operationId: 'createReportRun',
        summary: 'Create a report',
        description:
          'The file is written in the background, from one snapshot of the data, and kept for 30 days. It contains the devices that you see when you create it.',
        tags,
        body: RunBody,
        response: { 202: answer({ reportRun: ref(RunView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, body, headers } = request
        const asked = withDefaults<RunRequest>(body, languageOf(headers['accept-language']))
        const run = await createRun(tx, caller, asked)
        return { status: 202, payload: { reportRun: toView(run) }, location: `${path}/${run.id}` }
      }),
  )

  app.get(
    `${path}/:runId`,
    {
      config: { access },
      schema: {
        operationId: 'getReportRun',
        summary: 'Get a report run',
        description: 'Shows how far it is.',
        tags,
        params: RunPath,
        response: { 200: answer({ reportRun: ref(RunView) }), ...failures },
      },
    },
    async ({ caller, params }) => ({ reportRun: toView(await getRun(ctx, caller, params.runId)) }),
  )

  app.delete(
    `${path}/:runId`,
    {
      config: { access },
      schema: {
        operationId: 'deleteReportRun',
        summary: 'Cancel a report, or delete its file',
        description:
          'A queued or running one is `cancelled` within seconds; a finished one becomes `expired`.',
        tags,
        params: RunPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await endRun(tx, request.caller, request.params.runId)
        return { payload: {} }
      }),
  )

  app.get(
    `${path}/:runId/file`,
    {
      config: { access },
      schema: {
        operationId: 'downloadReport',
        summary: 'Download a report',
        description: 'Ranges are accepted, so that a download can be resumed.',
        tags,
        params: RunPath,
        response: { 200: fileAnswer, 206: fileAnswer, ...failures },
      },
    },
    async (request, reply) =>
      sendFile(request, reply, await openFile(ctx, request.caller, request.params.runId)),
  )

  app.post(
    `${path}/:runId/link`,
    {
      config: { access, hasSecret: true },
      schema: {
        operationId: 'createReportLink',
        summary: 'Create a download link of a report',
        description: 'For browsers: a link that downloads the file without a token, once, within a minute.',
        tags,
        params: RunPath,
        response: {
          201: answer({ path: Type.String({ description: 'At the host of the API.' }), expiresAt: time }),
          ...failures,
        },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params } = request
        const link = await createFileLink(tx, caller, params.runId)
        const payload = { path: link.path, expiresAt: link.expiresAt.toISOString() }
        return { status: 201, payload, location: `${path}/${params.runId}` }
      }),
  )

  app.get(
    `${path}/:runId/differences`,
    {
      config: { access },
      schema: {
        operationId: 'listReportDifferences',
        summary: 'List what was corrected since a report',
        description:
          'Corrections of trips, stops and gaps in the period of the report after its `dataVersion`, oldest first, at most 1,000. Without any, a new report would have the same trips.',
        tags,
        params: RunPath,
        response: {
          200: answer({ differences: Type.Array(ref(DifferenceView)), isComplete: Type.Boolean() }),
          ...failures,
        },
      },
    },
    async ({ caller, params }) => {
      const { differences, isComplete } = await listDifferences(ctx, caller, params.runId)
      return { differences: differences as Static<typeof DifferenceView>[], isComplete }
    },
  )
}

/** Outside /api, because it needs no token: the link is the only credential. */
export function reportLinkRoutes(parent: App, ctx: Context): void {
  parent.register(async (app: App) => {
    guardSecretLinks(app, ctx)

    app.get(
      '/report-files/:runId/:secret',
      {
        config: {
          credential: ({ params }) => ({
            kind: 'account',
            name: accountOfLink((params as Static<typeof LinkPath>).secret),
          }),
          load: 'call',
        },
        schema: {
          operationId: 'openReportLink',
          summary: 'Download a report by a link',
          description: 'Once per link.',
          tags,
          security: [],
          params: LinkPath,
          response: { 200: fileAnswer, ...failures },
        },
      },
      async (request, reply) => {
        const { runId, secret } = request.params
        return sendFile(request, reply, await openLinkedFile(ctx, runId, secret))
      },
    )
  })
}

function sendFile({ headers }: FastifyRequest, reply: FastifyReply, { run, bytes, read }: ReportFile) {
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="${fileNameOf(run)}"`,
    'content-type': contentTypes[run.request.format],
  })
  // The file of a run never changes.
  const range = readRange(headers.range, bytes)
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${bytes}`).send()
  const { first, last } = range ?? { first: 0, last: bytes - 1 }
  reply.header('content-length', last - first + 1)
  if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${bytes}`)
  return reply.send(Readable.from(read(first, last + 1), { objectMode: false }) as never)
}

export function toView(run: ReportRun): Static<typeof RunView> {
  const { id, state, request, requestedBy, progress, rows, bytes, dataVersion, failure } = run
  return {
    ...{ id, state, request, requestedBy, rows, bytes, dataVersion, failure },
    title: reportTexts[request.language].reports[request.report].title,
    requestedAt: run.requestedAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    expiresAt: run.expiresAt?.toISOString() ?? null,
    progress: Math.round(progress * 1_000) / 1_000,
    sha256: run.sha256?.toString('hex') ?? null,
    fileName: state === 'done' ? fileNameOf(run) : null,
  }
}
