import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import { guardSecretLinks } from '../../platform/http/secret-link.ts'
import type { App, Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { accountOfLink } from '../auth/one-time-link.api.ts'
import type { Download } from './export.ts'
import {
  createDownloadLink,
  getExport,
  listExports,
  openArchive,
  openLinkedArchive,
  requestExport,
} from './export.ts'
import type { AccountExport } from './export.types.ts'

const orNull = <S extends Parameters<typeof Type.Array>[0]>(schema: S) => Type.Union([schema, Type.Null()])
const time = Type.String({ format: 'date-time' })

const ExportView = Type.Object(
  {
    id: Type.String({ examples: ['exp_2iVb7Qe0x1Jm5Zt8Kc3WnY'] }),
    state: Type.String({
      enum: ['waiting', 'running', 'ready', 'failed', 'expired'],
      description: '`ready`: the archive can be downloaded, until `expiresAt`.',
    }),
    requestedBy: Type.String({ description: 'Id of the user.' }),
    requestedAt: time,
    finishedAt: orNull(time),
    expiresAt: orNull(time),
    files: orNull(Type.Integer({ description: 'Files in the archive.' })),
    rows: orNull(Type.Integer({ description: 'Records and locations in the archive.' })),
    bytes: orNull(Type.Integer()),
    sha256: orNull(Type.String({ description: 'Of the archive, in hex.' })),
  },
  { $id: 'Export', title: 'Export' },
)
const ExportPath = Type.Object({ exportId: Type.String({ maxLength: 64 }) })
const Archive = Type.Unsafe<Buffer>({ description: 'The bytes of the archive.' })
const archiveAnswer = { description: 'The archive.', content: { 'application/x-tar': { schema: Archive } } }
const LinkPath = Type.Object({
  exportId: Type.String({ maxLength: 64 }),
  secret: Type.String({ maxLength: 100 }),
})
const tags = ['Account']
const path = '/api/account/exports'

export const exportRoutes: Routes = (app, ctx) => {
  app.addSchema(ExportView)

  app.get(
    path,
    {
      schema: {
        operationId: 'listExports',
        summary: 'List exports',
        description: 'The newest 30, newest first. For the account holder.',
        tags,
        response: { 200: answer({ exports: Type.Array(ref(ExportView)) }), ...failures },
      },
    },
    async ({ caller }) => ({ exports: (await listExports(ctx, caller)).map(toView) }),
  )

  app.post(
    path,
    {
      config: { access: 'any', openIn: ['suspended', 'closing'] },
      schema: {
        operationId: 'createExport',
        summary: 'Create an export',
        description:
          'For the account holder, with a recent sign-in, once a day. API keys are not accepted. The archive contains everything of the account except secrets; it is written in the background. Its format is described in the documentation.',
        tags,
        response: { 201: answer({ export: ref(ExportView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const made = await requestExport(tx, request.caller)
        return { status: 201, payload: { export: toView(made) }, location: `${path}/${made.id}` }
      }),
  )

  app.get(
    `${path}/:exportId`,
    {
      schema: {
        operationId: 'getExport',
        summary: 'Get an export',
        description: 'Shows how far it is, and until when it can be downloaded.',
        tags,
        params: ExportPath,
        response: { 200: answer({ export: ref(ExportView) }), ...failures },
      },
    },
    async ({ caller, params }) => ({ export: toView(await getExport(ctx, caller, params.exportId)) }),
  )

  app.get(
    `${path}/:exportId/archive`,
    {
      schema: {
        operationId: 'downloadExport',
        summary: 'Download the archive of an export',
        description: 'A tar file. For the account holder, with a recent sign-in. API keys are not accepted.',
        tags,
        params: ExportPath,
        response: {
          200: archiveAnswer,
          ...failures,
        },
      },
    },
    async ({ caller, params }, reply) =>
      sendArchive(reply, params.exportId, await openArchive(ctx, caller, params.exportId)),
  )

  app.post(
    `${path}/:exportId/link`,
    {
      config: { access: 'any', openIn: ['suspended', 'closing'], hasSecret: true },
      schema: {
        operationId: 'createExportLink',
        summary: 'Create a download link of an export',
        description:
          'For browsers: a link that downloads the archive without a token, once, within a minute. For the account holder, with a recent sign-in. API keys are not accepted.',
        tags,
        params: ExportPath,
        response: {
          201: answer({
            path: Type.String({ description: 'At the host of the API.' }),
            expiresAt: time,
          }),
          ...failures,
        },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const link = await createDownloadLink(tx, request.caller, request.params.exportId)
        const payload = { path: link.path, expiresAt: link.expiresAt.toISOString() }
        return { status: 201, payload, location: `${path}/${request.params.exportId}` }
      }),
  )
}

/** Outside /api, because it needs no token: the link is the only credential. */
export function exportLinkRoutes(parent: App, ctx: Context): void {
  parent.register(async (app: App) => {
    guardSecretLinks(app, ctx)

    app.get(
      '/exports/:exportId/:secret',
      {
        config: {
          credential: ({ params }) => ({
            kind: 'account',
            name: accountOfLink((params as Static<typeof LinkPath>).secret),
          }),
          load: 'call',
        },
        schema: {
          operationId: 'openExportLink',
          summary: 'Download the archive of an export by a link',
          description: 'A tar file, once per link.',
          tags,
          security: [],
          params: LinkPath,
          response: { 200: archiveAnswer, ...failures },
        },
      },
      async ({ params }, reply) =>
        sendArchive(reply, params.exportId, await openLinkedArchive(ctx, params.exportId, params.secret)),
    )
  })
}

function sendArchive(reply: FastifyReply, id: string, { bytes, content }: Download) {
  reply
    .type('application/x-tar')
    .header('content-length', bytes)
    .header('content-disposition', `attachment; filename="${id}.tar"`)
    .header('cache-control', 'no-store')
  return reply.send(content as never)
}

function toView(one: AccountExport): Static<typeof ExportView> {
  return {
    ...one,
    requestedAt: one.requestedAt.toISOString(),
    finishedAt: one.finishedAt?.toISOString() ?? null,
    expiresAt: one.expiresAt?.toISOString() ?? null,
    sha256: one.sha256?.toString('hex') ?? null,
  }
}
