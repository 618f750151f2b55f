import type { Static } from 'typebox'
import { Type } from 'typebox'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { createWayIn, deleteWayIn, listWaysIn } from './ingest-key.api.ts'
import { shownOnce, WayInBody, WayInPath, WayInView } from './ingest-key.schema.ts'
import type { WayIn } from './ingest-key.types.ts'

const tags = ['Ways in']
const access = 'devices.edit'

export const wayInRoutes: Routes = (app, ctx) => {
  app.addSchema(WayInView)

  app.get(
    '/api/waysIn',
    {
      config: { access },
      schema: {
        operationId: 'listWaysIn',
        summary: 'Ways in of the account',
        tags,
        response: { 200: answer({ waysIn: Type.Array(ref(WayInView)) }), ...failures },
      },
    },
    async ({ caller }) => ({ waysIn: (await listWaysIn(ctx, caller)).map(toView) }),
  )

  app.post(
    '/api/waysIn',
    {
      config: { access },
      schema: {
        operationId: 'createWayIn',
        summary: 'Make a way in: a secret for a satellite operator or for phones, who then bring locations',
        tags,
        body: WayInBody,
        response: { 201: answer({ ...shownOnce, wayIn: ref(WayInView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const way = await createWayIn(tx, request.caller, request.body)
        const url = `${ctx.config.http.publicUrl}/ingest/${way.protocol}/${way.secret}`
        const payload = { secret: way.secret, url, wayIn: toView(way) }
        return { payload, status: 201, location: `/api/waysIn/${way.id}` }
      }),
  )

  app.delete(
    '/api/waysIn/:wayInId',
    {
      config: { access },
      schema: {
        operationId: 'deleteWayIn',
        summary: 'Delete a way in; nothing comes in by it any more within 5 seconds',
        tags,
        params: WayInPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteWayIn(tx, request.caller, request.params.wayInId)
        return { payload: {} }
      }),
  )
}

function toView({ id, protocol, name, createdAt, lastUsedAt }: WayIn): Static<typeof WayInView> {
  return {
    id,
    protocol,
    name,
    created: createdAt.toISOString(),
    lastUsed: lastUsedAt?.toISOString() ?? null,
  }
}
