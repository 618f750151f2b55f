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
  changePolicy,
  createPolicy,
  deletePolicy,
  getPolicy,
  getPolicyIn,
  listPolicies,
  toDocument,
} from './policy.api.ts'
import { PolicyBody, PolicyPath, PolicyQuery, PolicyView, policyFields } from './policy.schema.ts'

const tags = ['Escalation']
const path = '/api/escalationPolicies'
const PolicyAnswer = answer({ escalationPolicy: ref(PolicyView) })
const access = 'alerts.manage'

export const policyRoutes: Routes = (app, ctx) => {
  app.addSchema(PolicyView)

  app.get(
    path,
    {
      schema: {
        operationId: 'listEscalationPolicies',
        summary: 'List escalation policies',
        description: 'Empty for callers who see part of the devices.',
        tags,
        querystring: PolicyQuery,
        response: {
          200: answer({
            escalationPolicies: Type.Array(ref(PolicyView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    (request, reply) =>
      sendList(request, reply, 'escalationPolicies', listPolicies(ctx, request.caller, request.query)),
  )

  app.get(
    `${path}/:policyId`,
    {
      schema: {
        operationId: 'getEscalationPolicy',
        summary: 'Get an escalation policy',
        description: 'With its steps.',
        tags,
        params: PolicyPath,
        response: { 200: PolicyAnswer, ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      const { policy, version } = await getPolicy(ctx, caller, params.policyId)
      reply.header('etag', etagOf(version))
      return { escalationPolicy: policy }
    },
  )

  app.post(
    path,
    {
      config: { access },
      schema: {
        operationId: 'createEscalationPolicy',
        summary: 'Create an escalation policy',
        description:
          'It is used by rules that name it, and by alerts of the severities that it is the default for.',
        tags,
        body: PolicyBody,
        response: { 201: PolicyAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const id = await createPolicy(tx, request.caller, request.body)
        return { ...(await shown(tx, id)), status: 201, location: `${path}/${id}` }
      }),
  )

  app.put(
    `${path}/:policyId`,
    {
      config: { access },
      preValidation: ignoreReadOnly(policyFields, PolicyBody),
      schema: {
        operationId: 'replaceEscalationPolicy',
        summary: 'Replace an escalation policy',
        description: 'Escalations that run keep the steps they started with.',
        tags,
        params: PolicyPath,
        body: PolicyBody,
        response: { 200: PolicyAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { policyId } = request.params
        await changePolicy(tx, request.caller, policyId, (before) => {
          requireVersion(request, before.version)
          return request.body
        })
        return shown(tx, policyId)
      }),
  )

  app.patch(
    `${path}/:policyId`,
    {
      config: { access },
      schema: {
        operationId: 'patchEscalationPolicy',
        summary: 'Update an escalation policy',
        description: 'Takes a JSON Patch or a merge patch.',
        tags,
        params: PolicyPath,
        body: PatchBody,
        response: { 200: PolicyAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { policyId } = request.params
        await changePolicy(tx, request.caller, policyId, (before) => {
          requireVersion(request, before.version)
          return requireValid(PolicyBody, patched(toDocument(before), request.body))
        })
        return shown(tx, policyId)
      }),
  )

  app.delete(
    `${path}/:policyId`,
    {
      config: { access },
      schema: {
        operationId: 'deleteEscalationPolicy',
        summary: 'Delete an escalation policy',
        description: 'Rules that name it have the default again. Escalations that run continue.',
        tags,
        params: PolicyPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deletePolicy(tx, request.caller, request.params.policyId, (before) =>
          requireVersion(request, before.version),
        )
        return { payload: {} }
      }),
  )
}

async function shown(tx: Tx, id: string) {
  const { policy, version } = await getPolicyIn(tx, id)
  return { payload: { escalationPolicy: policy }, etag: etagOf(version) }
}
