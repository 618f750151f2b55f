import { Type } from 'typebox'
import type { Tx } from '../../platform/context.ts'
import { PatchBody, patched } from '../../platform/http/patch.ts'
import { sendList } from '../../platform/http/raw-responses.ts'
import { ignoreReadOnly } from '../../platform/http/read-only.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { requireValid } from '../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../platform/http/versions.ts'
import { write } from '../../platform/http/write.ts'
import {
  changeGroup,
  createGroup,
  deleteGroup,
  getGroup,
  getGroupIn,
  listGroups,
  toDocument,
} from './group.api.ts'
import { GroupBody, GroupPath, GroupQuery, GroupView, groupFields } from './group.schema.ts'

const tags = ['Groups']
/** Enough for the largest possible group. */
const bodyLimit = 4 * 1024 ** 2
/** A single group is flat, at the level of the envelope. */
const GroupAnswer = answer(groupFields)

export const groupRoutes: Routes = (app, ctx) => {
  app.addSchema(GroupView)

  app.get(
    '/api/groups',
    {
      schema: {
        operationId: 'listGroups',
        summary: 'List groups',
        description: 'The groups that the caller can see, in the order of their creation.',
        tags,
        querystring: GroupQuery,
        response: {
          200: answer({ groups: Type.Array(ref(GroupView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    (request, reply) => sendList(request, reply, 'groups', listGroups(ctx, request.caller, request.query)),
  )

  app.get(
    '/api/groups/:groupId',
    {
      schema: {
        operationId: 'getGroup',
        summary: 'Get a group',
        description: 'The group with the ids of its devices.',
        tags,
        params: GroupPath,
        response: { 200: GroupAnswer, ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      const { group, version } = await getGroup(ctx, caller, params.groupId)
      reply.header('etag', etagOf(version))
      return group
    },
  )

  app.post(
    '/api/groups',
    {
      config: { access: 'devices.edit' },
      bodyLimit,
      schema: {
        operationId: 'createGroup',
        summary: 'Create a group',
        description: 'The name must be unique in the account.',
        tags,
        body: GroupBody,
        response: { 201: GroupAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const id = await createGroup(tx, request.caller, request.body)
        return { ...(await shown(tx, id)), status: 201, location: `/api/groups/${id}` }
      }),
  )

  app.put(
    '/api/groups/:groupId',
    {
      config: { access: 'devices.edit' },
      bodyLimit,
      preValidation: ignoreReadOnly(groupFields, GroupBody),
      schema: {
        operationId: 'replaceGroup',
        summary: 'Replace a group',
        description: 'Clears absent fields.',
        tags,
        params: GroupPath,
        body: GroupBody,
        response: { 200: GroupAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { groupId } = request.params
        await changeGroup(tx, request.caller, groupId, (before) => {
          requireVersion(request, before.version)
          return request.body
        })
        return shown(tx, groupId)
      }),
  )

  app.patch(
    '/api/groups/:groupId',
    {
      config: { access: 'devices.edit' },
      bodyLimit,
      schema: {
        operationId: 'patchGroup',
        summary: 'Update a group',
        description: 'Accepts JSON Patch and JSON Merge Patch.',
        tags,
        params: GroupPath,
        body: PatchBody,
        response: { 200: GroupAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { groupId } = request.params
        await changeGroup(tx, request.caller, groupId, (before) => {
          requireVersion(request, before.version)
          return requireValid(GroupBody, patched(toDocument(before), request.body))
        })
        return shown(tx, groupId)
      }),
  )

  app.delete(
    '/api/groups/:groupId',
    {
      config: { access: 'devices.edit' },
      schema: {
        operationId: 'deleteGroup',
        summary: 'Delete a group',
        description: 'Its devices are kept.',
        tags,
        params: GroupPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteGroup(tx, request.caller, request.params.groupId, (before) =>
          requireVersion(request, before.version),
        )
        return { payload: {} }
      }),
  )
}

async function shown(tx: Tx, id: string) {
  const { group, version } = await getGroupIn(tx, id)
  return { payload: group, etag: etagOf(version) }
}
