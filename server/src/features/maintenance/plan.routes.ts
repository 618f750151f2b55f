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
import { changePlan, createPlan, deletePlan, getPlan, getPlanIn, listPlans, toDocument } from './plan.api.ts'
import { PlanBody, PlanPath, PlanQuery, PlanView, planFields } from './plan.schema.ts'

const tags = ['Maintenance']
const path = '/api/maintenancePlans'
const PlanAnswer = answer({ maintenancePlan: ref(PlanView) })
const access = 'fleet.manage'

export const planRoutes: Routes = (app, ctx) => {
  app.addSchema(PlanView)

  app.get(
    path,
    {
      schema: {
        operationId: 'listMaintenancePlans',
        summary: 'List maintenance plans',
        description: 'Empty for callers who see part of the devices.',
        tags,
        querystring: PlanQuery,
        response: {
          200: answer({
            maintenancePlans: Type.Array(ref(PlanView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    (request, reply) =>
      sendList(request, reply, 'maintenancePlans', listPlans(ctx, request.caller, request.query)),
  )

  app.get(
    `${path}/:planId`,
    {
      schema: {
        operationId: 'getMaintenancePlan',
        summary: 'Get a maintenance plan',
        description: 'With the devices and groups that it applies to.',
        tags,
        params: PlanPath,
        response: { 200: PlanAnswer, ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      const { plan, version } = await getPlan(ctx, caller, params.planId)
      reply.header('etag', etagOf(version))
      return { maintenancePlan: plan }
    },
  )

  app.post(
    path,
    {
      config: { access },
      schema: {
        operationId: 'createMaintenancePlan',
        summary: 'Create a maintenance plan',
        description:
          'Devices without work count from the beginning of the day on which the plan first applies to them. The first plan of an account also creates an alert rule of the type `maintenance`, if there is none.',
        tags,
        body: PlanBody,
        response: { 201: PlanAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const id = await createPlan(tx, request.caller, request.body)
        return { ...(await shown(tx, id)), status: 201, location: `${path}/${id}` }
      }),
  )

  app.put(
    `${path}/:planId`,
    {
      config: { access },
      preValidation: ignoreReadOnly(planFields, PlanBody),
      schema: {
        operationId: 'replaceMaintenancePlan',
        summary: 'Replace a maintenance plan',
        description: 'Work that was done is kept.',
        tags,
        params: PlanPath,
        body: PlanBody,
        response: { 200: PlanAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { planId } = request.params
        await changePlan(tx, request.caller, planId, (before) => {
          requireVersion(request, before.version)
          return request.body
        })
        return shown(tx, planId)
      }),
  )

  app.patch(
    `${path}/:planId`,
    {
      config: { access },
      schema: {
        operationId: 'patchMaintenancePlan',
        summary: 'Update a maintenance plan',
        description: 'Takes a JSON Patch or a merge patch.',
        tags,
        params: PlanPath,
        body: PatchBody,
        response: { 200: PlanAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { planId } = request.params
        await changePlan(tx, request.caller, planId, (before) => {
          requireVersion(request, before.version)
          return requireValid(PlanBody, patched(toDocument(before), request.body))
        })
        return shown(tx, planId)
      }),
  )

  app.delete(
    `${path}/:planId`,
    {
      config: { access },
      schema: {
        operationId: 'deleteMaintenancePlan',
        summary: 'Delete a maintenance plan',
        description: 'Deletes its work, too. Alerts are kept.',
        tags,
        params: PlanPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deletePlan(tx, request.caller, request.params.planId, (before) =>
          requireVersion(request, before.version),
        )
        return { payload: {} }
      }),
  )
}

async function shown(tx: Tx, id: string) {
  const { plan, version } = await getPlanIn(tx, id)
  return { payload: { maintenancePlan: plan }, etag: etagOf(version) }
}
