import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import { readSince } from '../../platform/bus/event-cursor.ts'
import type { Context, Tx } from '../../platform/context.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { PatchBody, patched } from '../../platform/http/patch.ts'
import { sendPage, streamList } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
import { buildValidator, requireValid } from '../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../platform/http/versions.ts'
import { write } from '../../platform/http/write.ts'
import type { Deed } from './alert.api.ts'
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
const largestPage = 1_000

export function alertRoutes(app: App, ctx: Context): void {
  app.addSchema(AlertView)

  app.get(
    '/api/alerts',
    {
      schema: {
        operationId: 'listAlerts',
        summary: 'The inbox, newest first',
        tags,
        querystring: AlertQuery,
        response: { 200: AlertList, ...failures },
      },
    },
    (request, reply) => {
      const { from, to, device, group, rule, name, severity, state, limit, cursor } = request.query
      const filter = { deviceId: device, groupId: group, ruleId: rule, name, severity, state }
      return sendAlerts(ctx, request, reply, { ...filter, ...periodOf(from, to) }, { limit, cursor })
    },
  )

  app.get(
    '/api/alerts/:alertId',
    {
      schema: {
        operationId: 'getAlert',
        summary: 'One alert',
        tags,
        params: AlertPath,
        response: { 200: AlertAnswer, ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      const { alert, version } = await getAlert(ctx, caller, params.alertId)
      reply.header('etag', etagOf(version))
      return alert
    },
  )

  app.get(
    '/api/alerts/:alertId/explanation',
    {
      schema: {
        operationId: 'explainAlert',
        summary: 'Why it was raised: the rule, the locations, what was remembered, the thresholds',
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
      config: { access },
      schema: {
        operationId: 'changeAlert',
        summary: 'Write a note on an alert, by JSON Patch or merge patch',
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

  for (const deed of ['acknowledge', 'resolve'] as const) {
    app.post(
      `/api/alerts/:alertId/${deed}`,
      {
        config: { access },
        schema: {
          operationId: `${deed}Alert`,
          summary: deed === 'resolve' ? 'Say that it is over' : 'Say that somebody knows',
          tags,
          params: AlertPath,
          body: NoteBody,
          response: { 200: AlertAnswer, ...failures },
        },
      },
      (request, reply) =>
        handle(request, reply, request.params.alertId, deed, ({ note }) => request.body.note ?? note),
    )
  }

  app.post(
    '/api/devices/:deviceId/alerts',
    {
      // Reading is for all; to raise an alert needs a privilege, asked for where the body shows that it is one.
      config: { access: 'any' },
      validatorCompiler: (part) => (part.httpPart === 'body' ? (value) => ({ value }) : validator(part)),
      schema: {
        operationId: 'readOrRaiseAlerts',
        summary: 'With a period: read its alerts. With an alert: raise it',
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
        return sendAlerts(ctx, request, reply, { deviceId, name, ...periodOf(from, to) }, { limit, cursor })
      }
      return write(ctx, request, reply, async (tx) => {
        const id = await reportAlert(tx, request.caller, deviceId, wanted.alert)
        return { ...(await shown(tx, request, id)), status: 201, location: `/api/alerts/${id}` }
      })
    },
  )

  function handle(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    deed: Deed,
    noteOf: (before: { note: string | null }) => string | null,
  ) {
    return write(ctx, request, reply, async (tx) => {
      await handleAlert(tx, request.caller, id, deed, (before) => {
        requireVersion(request, before.version)
        return noteOf(before)
      })
      return shown(tx, request, id)
    })
  }
}

async function shown(tx: Tx, { caller }: FastifyRequest, id: string) {
  const { alert, version } = await getAlertIn(tx, caller, id)
  return { payload: alert, etag: etagOf(version) }
}

type Meaning =
  | { kind: 'period'; period: Static<typeof AlertPeriod> }
  | { kind: 'alert'; alert: Static<typeof AlertReport>['alert'] }

/** Which of the two meanings a body has. */
function meaningOf(body: unknown): Meaning {
  const given = body !== null && typeof body === 'object' && !Array.isArray(body) ? body : {}
  const isPeriod = 'from' in given || 'to' in given
  if (isPeriod === 'alert' in given) {
    const forms = 'either {"from", "to"} to read a period, or {"alert": {…}} to raise one'
    throw new InvalidError('body.invalid', `Send ${forms}; not both, not neither.`, {
      details: [{ path: '', message: `must be ${forms}` }],
    })
  }
  if (isPeriod) return { kind: 'period', period: requireValid(AlertPeriod, given) }
  return { kind: 'alert', alert: requireValid(AlertReport, given).alert }
}

function periodOf(from: string | undefined, to: string | undefined) {
  const period = { from: from ? readSince(from) : undefined, to: to ? new Date(to) : undefined }
  if (!period.from || !period.to || period.from < period.to) return period
  throw new InvalidError('body.invalid', 'to must be after from.', {
    details: [{ path: 'to', message: 'must be after from' }],
  })
}

async function sendAlerts(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  filter: AlertFilter,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
) {
  const { caller } = request
  if (limit === undefined && cursor === undefined) {
    return streamList(request, reply, 'alerts', streamAlerts(ctx, caller, filter))
  }
  const page = await pageAlerts(ctx, caller, filter, { limit: limit ?? largestPage, cursor })
  return sendPage(request, reply, 'alerts', page)
}
