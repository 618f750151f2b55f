import { Type } from 'typebox'
import type { Tx } from '../../../platform/context.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { PatchBody, patched } from '../../../platform/http/patch.ts'
import { sendList } from '../../../platform/http/raw-responses.ts'
import { ignoreReadOnly } from '../../../platform/http/read-only.ts'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { Routes } from '../../../platform/http/server.ts'
import { requireValid } from '../../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../../platform/http/versions.ts'
import { write } from '../../../platform/http/write.ts'
import {
  DefinitionBody,
  DefinitionPath,
  DefinitionQuery,
  DefinitionView,
  definitionFields,
} from './definition.schema.ts'
import {
  changeDefinition,
  createDefinition,
  deleteDefinition,
  getDefinition,
  getDefinitionIn,
  listDefinitions,
  toDocument,
} from './definition.ts'

const tags = ['Reports']
const path = '/api/reportDefinitions'
const DefinitionAnswer = answer({ reportDefinition: ref(DefinitionView) })
const access = 'reports.manage'

export const definitionRoutes: Routes = (app, ctx) => {
  app.addSchema(DefinitionView)

  app.get(
    path,
    {
      config: { access: 'reports.read' },
      schema: {
        operationId: 'listReportDefinitions',
        summary: 'List saved reports',
        description: 'All of the account; for users who see part of the devices, their own.',
        tags,
        querystring: DefinitionQuery,
        response: {
          200: answer({
            reportDefinitions: Type.Array(ref(DefinitionView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    (request, reply) =>
      sendList(request, reply, 'reportDefinitions', listDefinitions(ctx, request.caller, request.query)),
  )

  app.get(
    `${path}/:definitionId`,
    {
      config: { access: 'reports.read' },
      schema: {
        operationId: 'getReportDefinition',
        summary: 'Get a saved report',
        description: 'Its request can be sent to POST /api/reportRuns.',
        tags,
        params: DefinitionPath,
        response: { 200: DefinitionAnswer, ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      const { definition, version } = await getDefinition(ctx, caller, params.definitionId)
      reply.header('etag', etagOf(version))
      return { reportDefinition: definition }
    },
  )

  app.post(
    path,
    {
      config: { access },
      schema: {
        operationId: 'createReportDefinition',
        summary: 'Save a report',
        description: 'Keeps the request of a report run under a name.',
        tags,
        body: DefinitionBody,
        response: { 201: DefinitionAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const id = await createDefinition(tx, request.caller, request.body)
        return { ...(await shown(tx, request.caller, id)), status: 201, location: `${path}/${id}` }
      }),
  )

  app.put(
    `${path}/:definitionId`,
    {
      config: { access },
      preValidation: ignoreReadOnly(definitionFields, DefinitionBody),
      schema: {
        operationId: 'replaceReportDefinition',
        summary: 'Replace a saved report',
        description: 'Name and request.',
        tags,
        params: DefinitionPath,
        body: DefinitionBody,
        response: { 200: DefinitionAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { definitionId } = request.params
        await changeDefinition(tx, request.caller, definitionId, (before) => {
          requireVersion(request, before.version)
          return request.body
        })
        return shown(tx, request.caller, definitionId)
      }),
  )

  app.patch(
    `${path}/:definitionId`,
    {
      config: { access },
      schema: {
        operationId: 'patchReportDefinition',
        summary: 'Update a saved report',
        description: 'Takes a JSON Patch or a merge patch.',
        tags,
        params: DefinitionPath,
        body: PatchBody,
        response: { 200: DefinitionAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { definitionId } = request.params
        await changeDefinition(tx, request.caller, definitionId, (before) => {
          requireVersion(request, before.version)
          return requireValid(DefinitionBody, patched(toDocument(before), request.body))
        })
        return shown(tx, request.caller, definitionId)
      }),
  )

  app.delete(
    `${path}/:definitionId`,
    {
      config: { access },
      schema: {
        operationId: 'deleteReportDefinition',
        summary: 'Delete a saved report',
        description: 'Runs and schedules are not affected.',
        tags,
        params: DefinitionPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteDefinition(tx, request.caller, request.params.definitionId, (before) =>
          requireVersion(request, before.version),
        )
        return { payload: {} }
      }),
  )
}

async function shown(tx: Tx, caller: Caller, id: string) {
  const { definition, version } = await getDefinitionIn(tx, caller, id)
  return { payload: { reportDefinition: definition }, etag: etagOf(version) }
}
