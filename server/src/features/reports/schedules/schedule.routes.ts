import { Type } from 'typebox'
import type { Tx } from '../../../platform/context.ts'
import { languageOf } from '../../../platform/http/accept-language.ts'
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
  ScheduleBody,
  SchedulePath,
  ScheduleQuery,
  ScheduleRunQuery,
  ScheduleRunView,
  ScheduleView,
  scheduleFields,
} from './schedule.schema.ts'
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  getSchedule,
  getScheduleIn,
  listScheduleRuns,
  listSchedules,
  testSchedule,
  toDocument,
} from './schedule.ts'

const tags = ['Reports']
const path = '/api/reportSchedules'
const ScheduleAnswer = answer({ reportSchedule: ref(ScheduleView) })
const access = 'reports.manage'

export const scheduleRoutes: Routes = (app, ctx) => {
  app.addSchema(ScheduleView)
  app.addSchema(ScheduleRunView)

  app.get(
    path,
    {
      config: { access: 'reports.read' },
      schema: {
        operationId: 'listReportSchedules',
        summary: 'List report schedules',
        description: 'All of the account; for users who see part of the devices, their own.',
        tags,
        querystring: ScheduleQuery,
        response: {
          200: answer({
            reportSchedules: Type.Array(ref(ScheduleView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    (request, reply) =>
      sendList(request, reply, 'reportSchedules', listSchedules(ctx, request.caller, request.query)),
  )

  app.get(
    `${path}/:scheduleId`,
    {
      config: { access: 'reports.read' },
      schema: {
        operationId: 'getReportSchedule',
        summary: 'Get a report schedule',
        description: 'With the time of the next report, and why it stopped if it did.',
        tags,
        params: SchedulePath,
        response: { 200: ScheduleAnswer, ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      const { schedule, version } = await getSchedule(ctx, caller, params.scheduleId)
      reply.header('etag', etagOf(version))
      return { reportSchedule: schedule }
    },
  )

  app.post(
    path,
    {
      config: { access },
      schema: {
        operationId: 'createReportSchedule',
        summary: 'Create a report schedule',
        description:
          'Sends a report by e-mail every day, week or month. It acts with the privileges and the scope that you have at that time. API keys with limits are not accepted.',
        tags,
        body: ScheduleBody,
        response: { 201: ScheduleAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const language = languageOf(request.headers['accept-language'])
        const id = await createSchedule(tx, request.caller, request.body, language)
        return { ...(await shown(tx, request.caller, id)), status: 201, location: `${path}/${id}` }
      }),
  )

  app.put(
    `${path}/:scheduleId`,
    {
      config: { access },
      preValidation: ignoreReadOnly(scheduleFields, ScheduleBody),
      schema: {
        operationId: 'replaceReportSchedule',
        summary: 'Replace a report schedule',
        description: 'A schedule that stopped acts for you if you enable it again.',
        tags,
        params: SchedulePath,
        body: ScheduleBody,
        response: { 200: ScheduleAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { scheduleId } = request.params
        const language = languageOf(request.headers['accept-language'])
        await changeSchedule(tx, request.caller, scheduleId, language, (before) => {
          requireVersion(request, before.version)
          return request.body
        })
        return shown(tx, request.caller, scheduleId)
      }),
  )

  app.patch(
    `${path}/:scheduleId`,
    {
      config: { access },
      schema: {
        operationId: 'patchReportSchedule',
        summary: 'Update a report schedule',
        description: 'Takes a JSON Patch or a merge patch.',
        tags,
        params: SchedulePath,
        body: PatchBody,
        response: { 200: ScheduleAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { scheduleId } = request.params
        const language = languageOf(request.headers['accept-language'])
        await changeSchedule(tx, request.caller, scheduleId, language, (before) => {
          requireVersion(request, before.version)
          return requireValid(ScheduleBody, patched(toDocument(before), request.body))
        })
        return shown(tx, request.caller, scheduleId)
      }),
  )

  app.delete(
    `${path}/:scheduleId`,
    {
      config: { access },
      schema: {
        operationId: 'deleteReportSchedule',
        summary: 'Delete a report schedule',
        description: 'With its runs. E-mails that wait are not sent.',
        tags,
        params: SchedulePath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteSchedule(tx, request.caller, request.params.scheduleId, (before) =>
          requireVersion(request, before.version),
        )
        return { payload: {} }
      }),
  )

  app.post(
    `${path}/:scheduleId/test`,
    {
      config: { access },
      schema: {
        operationId: 'testReportSchedule',
        summary: 'Test a report schedule',
        description:
          'Sends the report of the newest period to your own verified e-mail address, now, with what you can see.',
        tags,
        params: SchedulePath,
        response: { 202: answer({ reportScheduleRun: ref(ScheduleRunView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { scheduleId } = request.params
        const run = await testSchedule(tx, request.caller, scheduleId)
        return { status: 202, payload: { reportScheduleRun: run } }
      }),
  )

  app.get(
    `${path}/:scheduleId/runs`,
    {
      config: { access: 'reports.read' },
      schema: {
        operationId: 'listReportScheduleRuns',
        summary: 'List the runs of a report schedule',
        description: 'The newest first, with their e-mails. They are kept for 90 days.',
        tags,
        params: SchedulePath,
        querystring: ScheduleRunQuery,
        response: {
          200: answer({
            reportScheduleRuns: Type.Array(ref(ScheduleRunView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    async (request, reply) =>
      sendList(
        request,
        reply,
        'reportScheduleRuns',
        await listScheduleRuns(ctx, request.caller, request.params.scheduleId),
      ),
  )
}

async function shown(tx: Tx, caller: Caller, id: string) {
  const { schedule, version } = await getScheduleIn(tx, caller, id)
  return { payload: { reportSchedule: schedule }, etag: etagOf(version) }
}
