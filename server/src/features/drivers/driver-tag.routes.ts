import { Type } from 'typebox'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { DriverPath, maxTags, TagBody, TagPath, TagView, tagFields } from './driver.schema.ts'
import { createTag, deleteTag, listTags, replaceTag } from './driver-tag.api.ts'

const tags = ['Drivers']
const access = 'fleet.manage'

export const driverTagRoutes: Routes = (app, ctx) => {
  app.addSchema(TagView)

  app.get(
    '/api/drivers/:driverId/tags',
    {
      schema: {
        operationId: 'listDriverTags',
        summary: 'List tags of a driver',
        description: 'With the time in which each counts, also past ones.',
        tags,
        params: DriverPath,
        response: {
          200: answer({ tags: Type.Array(ref(TagView), { maxItems: maxTags }) }),
          ...failures,
        },
      },
    },
    async ({ caller, params }) => ({
      tags: await listTags({ db: ctx.db.forAccount(caller.accountId) }, caller, params.driverId),
    }),
  )

  app.post(
    '/api/drivers/:driverId/tags',
    {
      config: { access },
      schema: {
        operationId: 'createDriverTag',
        summary: 'Give a tag to a driver',
        description: 'Also back in time: trips and sessions of the past name the driver at once.',
        tags,
        params: DriverPath,
        body: TagBody,
        response: { 201: answer(tagFields), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params, body } = request
        const tag = await createTag(tx, caller, params.driverId, body)
        return { payload: tag, status: 201, location: `/api/drivers/${params.driverId}/tags/${tag.id}` }
      }),
  )

  app.put(
    '/api/drivers/:driverId/tags/:tagId',
    {
      config: { access },
      schema: {
        operationId: 'replaceDriverTag',
        summary: 'Replace a tag of a driver',
        description: 'To end it, set `to`. Absent fields are cleared.',
        tags,
        params: TagPath,
        body: TagBody,
        response: { 200: answer(tagFields), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params, body } = request
        return { payload: await replaceTag(tx, caller, params.driverId, params.tagId, body) }
      }),
  )

  app.delete(
    '/api/drivers/:driverId/tags/:tagId',
    {
      config: { access },
      schema: {
        operationId: 'deleteDriverTag',
        summary: 'Take a tag from a driver',
        description: 'Also for the past.',
        tags,
        params: TagPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params } = request
        await deleteTag(tx, caller, params.driverId, params.tagId)
        return { payload: {} }
      }),
  )
}
