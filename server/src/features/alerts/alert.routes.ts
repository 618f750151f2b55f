import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import { readSince } from '../../platform/bus/event-cursor.ts'
import type { Context, Tx } from '../../platform/context.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { allowNoBody } from '../../platform/http/optional-body.ts'
import type { Chunk } from '../../platform/http/paging.ts'
import { PatchBody, patched } from '../../platform/http/patch.ts'
import { sendPage, streamList } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
import { buildValidator, invalid, requireValid } from '../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../platform/http/versions.ts'
import { write } from '../../platform/http/write.ts'
import type { NamePlace } from '../places/place.api.ts'
import { placeNamesFor, withPlace, withPlaces } from '../places/place.api.ts'
import type { AlertAction } from './alert.api.ts'
import {
  getAlert,
  getAlertIn,
  getExplanation,
  handleAlert,
  pageAlerts,
  reportAlert,
  requireDevice,
  streamAlerts,
} from './alert.api.ts'
import {
  AlertChange,
  AlertPath,
  AlertPeriod,
  AlertQuery,
  AlertReport,
  AlertView,
  alertFields,
  DeviceAlertQuery,
  NoteBody,
  PeriodOrAlert,
} from './alert.schema.ts'
import type { AlertFilter } from './alert.types.ts'

const tags = ['Alerts']
const access = 'alerts.manage'
const AlertAnswer = answer(alertFields)
const AlertList = answer({ alerts: Type.Array(ref(AlertView)), nextCursor: Type.Optional(Type.String()) })
const DevicePath = Type.Object({ deviceId: Type.String({ maxLength: 64 }) })
const validator = buildValidator({})
const maxPageSize = 1_000

export function alertRoutes(app: App, ctx: Context): void {
  app.addSchema(AlertView)

  app.get(
    '/api/alerts',
    {
      schema: {
        operationId: 'listAlerts',
        summary: 'List alerts',
        description: 'Newest first.',
        tags,
        querystring: AlertQuery,
        response: { 200: AlertList, ...failures },
      },
    },
    (request, reply) => {
      const { from, to, deviceId, groupId, ruleId, name, severity, state, limit, cursor } = request.query
      const filter = { deviceId, groupId, ruleId, name, severity, state }
      return sendAlerts(
        ctx,
        request,
        reply,
        { ...filter, ...periodOf(from, to, 'querystring') },
        { limit, cursor },
      )
    },
  )

  app.get(
    '/api/alerts/:alertId',
    {
      schema: {
        operationId: 'getAlert',
        summary: 'Get an alert',
        description: 'The alert with its notifications.',
        tags,
        params: AlertPath,
        response: { 200: AlertAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const [{ alert, version }, namePlace] = await Promise.all([
        getAlert(ctx, request.caller, request.params.alertId),
        placeNamesFor(ctx, request),
      ])
      reply.header('etag', etagOf(version))
      return withPlace(alert, namePlace)
    },
  )

  app.get(
    '/api/alerts/:alertId/explanation',
    {
      schema: {
        operationId: 'explainAlert',
        summary: 'Explain an alert',
        description: 'The rule, the locations, the rule memory and the thresholds that decided.',
        tags,
        params: AlertPath,
        response: {
          200: answer({ explanation: Type.Object({}, { additionalProperties: true }) }),
          ...failures,
        },
      },
    },
    async ({ caller, params }) => ({ explanation: await getExplanation(ctx, caller, params.alertId) }),
  )

  app.patch(
    '/api/alerts/:alertId',
    {
      config: { access, patches: AlertChange },
      schema: {
        operationId: 'changeAlert',
        summary: 'Update the note of an alert',
        description: 'Takes a JSON Patch or a merge patch.',
        tags,
        params: AlertPath,
        body: PatchBody,
        response: { 200: AlertAnswer, ...failures },
      },
    },
    (request, reply) =>
      handle(
        request,
        reply,
        request.params.alertId,
        'note',
        ({ note }) => requireValid(AlertChange, patched({ note }, request.body)).note,
      ),
  )

  for (const action of ['acknowledge', 'resolve'] as const) {
    app.post(
      `/api/alerts/:alertId/${action}`,
      {
        config: { access },
        preValidation: allowNoBody,
        schema: {
          operationId: `${action}Alert`,
          summary: action === 'resolve' ? 'Resolve an alert' : 'Acknowledge an alert',
          description: `Marks the alert as ${action === 'resolve' ? 'over' : 'seen'}, with an optional note.`,
          tags,
          params: AlertPath,
          body: NoteBody,
          response: { 200: AlertAnswer, ...failures },
        },
      },
      (request, reply) =>
        handle(request, reply, request.params.alertId, action, ({ note }) => request.body.note ?? note),
    )
  }

  app.get(
    '/api/devices/:deviceId/alerts',
    {
      schema: {
        operationId: 'listDeviceAlerts',
        summary: 'List alerts of a device',
        description: 'Newest first.',
        tags,
        params: DevicePath,
        querystring: DeviceAlertQuery,
        response: { 200: AlertList, ...failures },
      },
    },
    async (request, reply) => {
      const { deviceId } = request.params
      await requireDevice(ctx, request.caller, deviceId)
      const { from, to, alertName: name, limit, cursor } = request.query
      const period = periodOf(from, to, 'querystring')
      return sendAlerts(ctx, request, reply, { deviceId, name, ...period }, { limit, cursor })
    },
  )

  app.post(
    '/api/devices/:deviceId/alerts',
    {
      // Reading is open to all callers. Raising requires a privilege, checked once the body shows that it is an
      // alert.
      config: { access: 'any' },
      validatorCompiler: (part) => (part.httpPart === 'body' ? (value) => ({ value }) : validator(part)),
      schema: {
        operationId: 'readOrRaiseAlerts',
        summary: 'List or raise alerts of a device',
        description: 'With a period in the body: lists its alerts. With an alert: raises it.',
        tags,
        params: DevicePath,
        body: PeriodOrAlert,
        response: { 200: AlertList, 201: AlertAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { deviceId } = request.params
      const wanted = meaningOf(request.body)
      if (wanted.kind === 'period') {
        await requireDevice(ctx, request.caller, deviceId)
        const { from, to, alertName: name, limit, cursor } = wanted.period
        return sendAlerts(
          ctx,
          request,
          reply,
          { deviceId, name, ...periodOf(from, to, 'body') },
          { limit, cursor },
        )
      }
      const namePlace = await placeNamesFor(ctx, request)
      return write(ctx, request, reply, async (tx) => {
        const id = await reportAlert(tx, request.caller, deviceId, wanted.alert)
        return { ...(await shown(tx, request, id, namePlace)), status: 201, location: `/api/alerts/${id}` }
      })
    },
  )

  async function handle(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    action: AlertAction,
    noteOf: (before: { note: string | null }) => string | null,
  ) {
    const namePlace = await placeNamesFor(ctx, request)
    return write(ctx, request, reply, async (tx) => {
      await handleAlert(tx, request.caller, id, action, (before) => {
        requireVersion(request, before.version)
        return noteOf(before)
      })
      return shown(tx, request, id, namePlace)
    })
  }
}

async function shown(tx: Tx, { caller }: FastifyRequest, id: string, namePlace: NamePlace) {
  const { alert, version } = await getAlertIn(tx, caller, id)
  return { payload: withPlace(alert, namePlace), etag: etagOf(version) }
}

type Meaning =
  | { kind: 'period'; period: Static<typeof AlertPeriod> }
  | { kind: 'alert'; alert: Static<typeof AlertReport>['alert'] }

/** Distinguishes the two kinds of body. */
function meaningOf(body: unknown): Meaning {
  const given = body !== null && typeof body === 'object' && !Array.isArray(body) ? body : {}
  const isPeriod = 'from' in given || 'to' in given
  if (isPeriod === 'alert' in given) {
    const forms = 'either {"from", "to"} to read a period, or {"alert": {…}} to raise one'
    throw new InvalidError('body.invalid', `Send ${forms}, but not both.`, {
      details: [{ path: '', message: `must be ${forms}` }],
    })
  }
  if (isPeriod) return { kind: 'period', period: requireValid(AlertPeriod, given) }
  return { kind: 'alert', alert: requireValid(AlertReport, given).alert }
}

function periodOf(from: string | undefined, to: string | undefined, part: 'body' | 'querystring') {
  const period = { from: from ? readSince(from) : undefined, to: to ? new Date(to) : undefined }
  if (!period.from || !period.to || period.from < period.to) return period
  throw invalid(part, [{ path: 'to', message: 'must be after from' }])
}

async function sendAlerts(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  filter: AlertFilter,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
) {
  const { caller } = request
  const namePlace = await placeNamesFor(ctx, request)
  const placed = <C extends Chunk>(chunk: C) => ({ ...chunk, json: withPlaces(chunk.json, namePlace) })
  if (limit === undefined && cursor === undefined) {
    return streamList(request, reply, 'alerts', mapped(streamAlerts(ctx, caller, filter), placed))
  }
  const page = await pageAlerts(ctx, caller, filter, { limit: limit ?? maxPageSize, cursor })
  return sendPage(request, reply, 'alerts', placed(page))
}

async function* mapped<T>(values: AsyncIterable<T>, map: (value: T) => T): AsyncGenerator<T> {
  for await (const value of values) yield map(value)
}
