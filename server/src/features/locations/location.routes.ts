import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { sendList, sendRecord } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/server.ts'
import { buildValidator, invalid, requireValid } from '../../platform/http/validation.ts'
import { placeNamesFor, withPlaces } from '../places/place.api.ts'
import { PlaceView } from '../places/place-view.api.ts'
import { formats } from './formats.ts'
import { getLastLocation, listLastLocations, readPeriod } from './location.api.ts'
import {
  FleetQuery,
  LocationView,
  maxReported,
  PeriodBody,
  PeriodOrReport,
  PeriodQuery,
  ReportBody,
} from './location.schema.ts'
import type { Reporter } from './report.api.ts'
import type { WantedTrack } from './send-track.ts'
import { sendTrack } from './send-track.ts'

const tags = ['Locations']
const DevicePath = Type.Object({ deviceId: Type.String({ maxLength: 64 }) })
const mediaTypes = formats.map(({ type }) => type)
const maxBytes = 2 * 1024 ** 2
const LocationList = answer({
  locations: Type.Array(ref(LocationView)),
  nextCursor: Type.Optional(Type.String()),
})
const PlacedLocation = Type.Intersect([
  ref(LocationView),
  Type.Object({ place: Type.Optional(ref(PlaceView)) }),
])
const counts = {
  stored: Type.Integer({ description: 'New locations.' }),
  duplicates: Type.Integer({ description: 'Already stored; unchanged.' }),
}
const validator = buildValidator({})
const rejected = Type.Array(
  Type.Object({
    index: Type.Integer(),
    error: Type.String({ description: 'All errors of the location in one text.' }),
    details: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
  }),
)

export function locationRoutes(app: App, ctx: Context, reporter: () => Promise<Reporter>): void {
  app.addSchema(LocationView)

  app.get(
    '/api/devices/:deviceId/lastLocation',
    {
      schema: {
        operationId: 'getLastLocation',
        summary: 'Get the last location of a device',
        description: 'The newest location. 404 `locations.none_yet` if there is none.',
        tags,
        params: DevicePath,
        response: { 200: answer({ lastLocation: PlacedLocation }), ...failures },
      },
    },
    async (request, reply) => {
      const [json, namePlace] = await Promise.all([
        getLastLocation(ctx, request.caller, request.params.deviceId),
        placeNamesFor(ctx, request),
      ])
      return sendRecord(request, reply, 'lastLocation', withPlaces(json, namePlace))
    },
  )

  app.get(
    '/api/lastLocations',
    {
      schema: {
        operationId: 'listLastLocations',
        summary: 'List the last locations of all devices',
        description: 'One call for the whole fleet. Devices without a location are left out.',
        tags,
        querystring: FleetQuery,
        response: {
          200: answer({
            locations: Type.Array(
              Type.Intersect([Type.Object({ deviceId: Type.String() }), ref(LocationView)]),
            ),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    (request, reply) => {
      const { limit: _limit, cursor: _cursor, ...filter } = request.query
      return sendList(request, reply, 'locations', listLastLocations(ctx, request.caller, filter))
    },
  )

  app.get(
    '/api/devices/:deviceId/locations',
    {
      config: { mediaTypes, load: 'track' },
      schema: {
        operationId: 'listLocations',
        summary: 'List locations of a device',
        description:
          'Oldest first. The header `Accept`, or `format`, selects JSON, GeoJSON, GPX, KML or CSV.',
        tags,
        params: DevicePath,
        querystring: PeriodQuery,
        response: { 200: LocationList, ...failures },
      },
    },
    (request, reply) => sendPeriod(ctx, request, reply, request.params.deviceId, request.query),
  )

  app.post(
    '/api/devices/:deviceId/locations',
    {
      // Reading needs no privilege; reporting does, and is checked once the body is known to be a report. Locations are
      // stored in every status of the account.
      config: {
        access: 'any',
        openIn: ['suspended', 'closing'],
        toleratesOutage: true,
        mediaTypes,
        load: loadOf,
      },
      bodyLimit: maxBytes,
      // Validated in the handler, once the kind of the body is known, so that the errors match it.
      validatorCompiler: (part) => (part.httpPart === 'body' ? (value) => ({ value }) : validator(part)),
      schema: {
        operationId: 'readOrReportLocations',
        summary: 'Read or report locations',
        description:
          'A body with a period reads its locations. A body with locations reports them: each is stored or rejected by itself. A body that is one location is refused as a whole if it is invalid.',
        tags,
        params: DevicePath,
        body: PeriodOrReport,
        response: {
          200: LocationList,
          201: answer({ ...counts, rejected }, 'Stored.'),
          202: answer(
            { accepted: Type.Integer(), rejected },
            'Accepted into the durable log, not stored yet.',
          ),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { deviceId } = request.params
      const wanted = parseBody(request.body)
      if (wanted.kind === 'period') return sendPeriod(ctx, request, reply, deviceId, wanted.period)
      const wait = !/\brespond-async\b/i.test(String(request.headers.prefer ?? ''))
      const reported = await (await reporter()).report(request.caller, deviceId, wanted.locations, {
        wait,
        history: wanted.history,
      })
      const [fault] = reported.rejected
      if (wanted.isSingle && fault) throw invalid('body', fault.details)
      if (reported.recorded) {
        reply.code(201).header('location', `/api/devices/${deviceId}/lastLocation`)
        return { ...reported.recorded, rejected: reported.rejected }
      }
      reply.code(202)
      return { accepted: reported.accepted, rejected: reported.rejected }
    },
  )
}

type ParsedBody =
  | { kind: 'period'; period: Static<typeof PeriodBody> }
  | { kind: 'report'; locations: unknown[]; history: boolean; isSingle: boolean }

/** A body is a period to read or a report. */
function parseBody(body: unknown): ParsedBody {
  const given = body !== null && typeof body === 'object' && !Array.isArray(body) ? body : {}
  const isPeriod = 'from' in given || 'to' in given
  const isReport = 'locations' in given || 'dateTime' in given || 'latitude' in given
  if (isPeriod === isReport) {
    const forms = 'either {"from", "to"} to read a period, or {"locations": […]} (or one location) to report'
    throw new InvalidError('body.invalid', `Send ${forms}; not both, not neither.`, {
      details: [{ path: '', message: `must be ${forms}` }],
    })
  }
  if (isPeriod) return { kind: 'period', period: requireValid(PeriodBody, given) }
  if (!('locations' in given)) return { kind: 'report', locations: [given], history: false, isSingle: true }
  const { locations, history = false } = requireValid(ReportBody, given)
  return { kind: 'report', locations: locations.slice(0, maxReported), history, isSingle: false }
}

/** The same distinction before the body is checked. */
function loadOf({ body }: FastifyRequest): 'track' | 'report' {
  return body !== null && typeof body === 'object' && ('from' in body || 'to' in body) ? 'track' : 'report'
}

function sendPeriod(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  deviceId: string,
  wanted: Static<typeof PeriodBody> & WantedTrack,
) {
  const period = readPeriod(wanted, request.method === 'GET' ? 'querystring' : 'body')
  return sendTrack(ctx, request, reply, { deviceId, period, name: deviceId }, wanted)
}
