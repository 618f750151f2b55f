import type { Static } from 'typebox'
import { Type } from 'typebox'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { createIngestKey, deleteIngestKey, listIngestKeys, replaceMapping } from './ingest-key.api.ts'
import { IngestKeyBody, IngestKeyPath, IngestKeyView, shownOnce } from './ingest-key.schema.ts'
import type { IngestKey } from './ingest-key.types.ts'
import { MappingView } from './mapping.schema.ts'

const tags = ['Ingest keys']
const access = 'devices.edit'

export const ingestKeyRoutes: Routes = (app, ctx) => {
  app.addSchema(MappingView)
  app.addSchema(IngestKeyView)

  app.get(
    '/api/ingestKeys',
    {
      config: { access },
      schema: {
        operationId: 'listIngestKeys',
        summary: 'List ingest keys',
        description: 'The keys of the account, without their secrets.',
        tags,
        response: { 200: answer({ ingestKeys: Type.Array(ref(IngestKeyView)) }), ...failures },
      },
    },
    async ({ caller }) => ({ ingestKeys: (await listIngestKeys(ctx, caller)).map(toView) }),
  )

  app.post(
    '/api/ingestKeys',
    {
      config: { access },
      schema: {
        operationId: 'createIngestKey',
        summary: 'Create an ingest key',
        description:
          'A secret with which a satellite operator or phones report locations of the account. It is shown once.',
        tags,
        body: IngestKeyBody,
        response: { 201: answer({ ...shownOnce, ingestKey: ref(IngestKeyView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const key = await createIngestKey(tx, request.caller, request.body)
        const url = `${ctx.config.http.publicUrl}/ingest/${key.protocol}/${key.secret}`
        const payload = { secret: key.secret, url, ingestKey: toView(key) }
        return { payload, status: 201, location: `/api/ingestKeys/${key.id}` }
      }),
  )

  app.put(
    '/api/ingestKeys/:ingestKeyId/mapping',
    {
      config: { access },
      schema: {
        operationId: 'replaceMapping',
        summary: 'Replace the mapping of an ingest key',
        description:
          'For keys with the protocol `mapping`. It is in effect within 5 seconds; the secret stays the same.',
        tags,
        params: IngestKeyPath,
        body: ref(MappingView),
        response: { 200: answer({ ingestKey: ref(IngestKeyView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const key = await replaceMapping(tx, request.caller, request.params.ingestKeyId, request.body)
        return { payload: { ingestKey: toView(key) } }
      }),
  )

  app.delete(
    '/api/ingestKeys/:ingestKeyId',
    {
      config: { access },
      schema: {
        operationId: 'deleteIngestKey',
        summary: 'Delete an ingest key',
        description: 'It stops working within 5 seconds.',
        tags,
        params: IngestKeyPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteIngestKey(tx, request.caller, request.params.ingestKeyId)
        return { payload: {} }
      }),
  )
}

function toView({
  id,
  protocol,
  name,
  mapping,
  createdAt,
  lastUsedAt,
  lastReadableAt,
  lastFaultAt,
  lastFault,
}: IngestKey): Static<typeof IngestKeyView> {
  return {
    id,
    protocol,
    name,
    mapping,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    lastFault:
      lastFaultAt && lastFault !== null && lastFaultAt > (lastReadableAt ?? createdAt)
        ? { failedAt: lastFaultAt.toISOString(), message: lastFault }
        : null,
  }
}
