import { Type } from 'typebox'
import type { Tx } from '../../../platform/context.ts'
import { PatchBody, patched } from '../../../platform/http/patch.ts'
import { sendList } from '../../../platform/http/raw-responses.ts'
import { ignoreReadOnly } from '../../../platform/http/read-only.ts'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { Routes } from '../../../platform/http/server.ts'
import { requireValid } from '../../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../../platform/http/versions.ts'
import { write } from '../../../platform/http/write.ts'
import {
  changeSchedule,
  createOverride,
  createSchedule,
  deleteOverride,
  deleteSchedule,
  getOnCall,
  getSchedule,
  getScheduleIn,
  listSchedules,
  listShifts,
  toDocument,
} from './schedule.api.ts'
import {
  OnCallNow,
  OnCallQuery,
  OverrideBody,
  OverridePath,
  OverrideView,
  ScheduleBody,
  SchedulePath,
  ScheduleQuery,
  ScheduleView,
  ShiftQuery,
  ShiftView,
  scheduleFields,
} from './schedule.schema.ts'

const tags = ['On call']
const path = '/api/onCallSchedules'
const ScheduleAnswer = answer({ onCallSchedule: ref(ScheduleView) })
const access = 'alerts.manage'

export const onCallRoutes: Routes = (app, ctx) => {
  app.addSchema(ScheduleView)

  app.get(
    path,
    {
      schema: {
        operationId: 'listOnCallSchedules',
        summary: 'List on-call schedules',
        description: 'Empty for callers who see part of the devices.',
        tags,
        querystring: ScheduleQuery,
        response: {
          200: answer({
            onCallSchedules: Type.Array(ref(ScheduleView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    (request, reply) =>
      sendList(request, reply, 'onCallSchedules', listSchedules(ctx, request.caller, request.query)),
  )

  app.get(
    `${path}/:onCallScheduleId`,
    {
      schema: {
        operationId: 'getOnCallSchedule',
        summary: 'Get an on-call schedule',
        description: 'With its layers.',
        tags,
        params: SchedulePath,
        response: { 200: ScheduleAnswer, ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      const { schedule, version } = await getSchedule(ctx, caller, params.onCallScheduleId)
      reply.header('etag', etagOf(version))
      return { onCallSchedule: schedule }
    },
  )

  app.post(
    path,
    {
      config: { access },
      schema: {
        operationId: 'createOnCallSchedule',
        summary: 'Create an on-call schedule',
        description: 'Layers of rotations: participants take turns, with handovers at a local time.',
        tags,
        body: ScheduleBody,
        response: { 201: ScheduleAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const id = await createSchedule(tx, request.caller, request.body)
        return { ...(await shown(tx, id)), status: 201, location: `${path}/${id}` }
      }),
  )

  app.put(
    `${path}/:onCallScheduleId`,
    {
      config: { access },
      preValidation: ignoreReadOnly(scheduleFields, ScheduleBody),
      schema: {
        operationId: 'replaceOnCallSchedule',
        summary: 'Replace an on-call schedule',
        description: 'Steps notify who is on call when they are due.',
        tags,
        params: SchedulePath,
        body: ScheduleBody,
        response: { 200: ScheduleAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { onCallScheduleId: scheduleId } = request.params
        await changeSchedule(tx, request.caller, scheduleId, (before) => {
          requireVersion(request, before.version)
          return request.body
        })
        return shown(tx, scheduleId)
      }),
  )

  app.patch(
    `${path}/:onCallScheduleId`,
    {
      config: { access },
      schema: {
        operationId: 'patchOnCallSchedule',
        summary: 'Update an on-call schedule',
        description: 'Takes a JSON Patch or a merge patch.',
        tags,
        params: SchedulePath,
        body: PatchBody,
        response: { 200: ScheduleAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { onCallScheduleId: scheduleId } = request.params
        await changeSchedule(tx, request.caller, scheduleId, (before) => {
          requireVersion(request, before.version)
          return requireValid(ScheduleBody, patched(toDocument(before), request.body))
        })
        return shown(tx, scheduleId)
      }),
  )

  app.delete(
    `${path}/:onCallScheduleId`,
    {
      config: { access },
      schema: {
        operationId: 'deleteOnCallSchedule',
        summary: 'Delete an on-call schedule',
        description: 'Refused while an escalation policy uses it.',
        tags,
        params: SchedulePath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteSchedule(tx, request.caller, request.params.onCallScheduleId, (before) =>
          requireVersion(request, before.version),
        )
        return { payload: {} }
      }),
  )

  app.get(
    `${path}/:onCallScheduleId/onCall`,
    {
      schema: {
        operationId: 'getOnCall',
        summary: 'Get the person on call',
        description: 'Null is a gap: nobody is on call.',
        tags,
        params: SchedulePath,
        querystring: OnCallQuery,
        response: { 200: answer({ onCall: Type.Union([OnCallNow, Type.Null()]) }), ...failures },
      },
    },
    async ({ caller, params, query }) => {
      const at = query.at === undefined ? ctx.now() : new Date(query.at)
      return { onCall: await getOnCall(ctx, caller, params.onCallScheduleId, at) }
    },
  )

  app.get(
    `${path}/:onCallScheduleId/shifts`,
    {
      schema: {
        operationId: 'listOnCallShifts',
        summary: 'List shifts of an on-call schedule',
        description: 'From the beginning of the period to its end, with the gaps, in order.',
        tags,
        params: SchedulePath,
        querystring: ShiftQuery,
        response: { 200: answer({ shifts: Type.Array(ShiftView) }), ...failures },
      },
    },
    async ({ caller, params, query }) => ({
      shifts: await listShifts(ctx, caller, params.onCallScheduleId, query),
    }),
  )

  app.post(
    `${path}/:onCallScheduleId/overrides`,
    {
      config: { access },
      schema: {
        operationId: 'createOnCallOverride',
        summary: 'Create an override of an on-call schedule',
        description: 'Somebody else is on call for a while. Of overlapping overrides the newest counts.',
        tags,
        params: SchedulePath,
        body: OverrideBody,
        response: { 201: answer({ override: OverrideView }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { onCallScheduleId: scheduleId } = request.params
        const override = await createOverride(tx, request.caller, scheduleId, request.body)
        return { payload: { override }, status: 201, location: `${path}/${scheduleId}/shifts` }
      }),
  )

  app.delete(
    `${path}/:onCallScheduleId/overrides/:overrideId`,
    {
      config: { access },
      schema: {
        operationId: 'deleteOnCallOverride',
        summary: 'Delete an override of an on-call schedule',
        description: 'The rotation is on call again.',
        tags,
        params: OverridePath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteOverride(tx, request.caller, request.params.onCallScheduleId, request.params.overrideId)
        return { payload: {} }
      }),
  )
}

async function shown(tx: Tx, id: string) {
  const { schedule, version } = await getScheduleIn(tx, id)
  return { payload: { onCallSchedule: schedule }, etag: etagOf(version) }
}
