// Lists of trips, stops and gaps: of a device, and of all devices.

import { Type } from 'typebox'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { Routes } from '../../../platform/http/server.ts'
import { placeNamesFor } from '../../places/place.api.ts'
import type { SegmentKind } from '../detection/detection.types.ts'
import { maxDays } from './date-range.ts'
import { DaysQuery, DayView } from './day.schema.ts'
import { listDeviceDays } from './device-days.ts'
import { pageOfDevice } from './device-segments.ts'
import { pageOfFleet } from './fleet-segments.ts'
import { periodOf, sendPages } from './list-request.ts'
import {
  DeviceSegmentsQuery,
  DriverTripsQuery,
  FleetSegmentsQuery,
  FleetTripsQuery,
  SegmentView,
} from './segment.schema.ts'

const tags = ['Trips']
const DevicePath = Type.Object({ deviceId: Type.String({ maxLength: 64 }) })
const DriverPath = Type.Object({ driverId: Type.String({ maxLength: 64 }) })
const nextCursor = Type.Optional(Type.String())

const lists = {
  trips: { kinds: ['trip'], what: 'trips' },
  stops: { kinds: ['stop'], what: 'stops' },
  timeline: { kinds: ['trip', 'stop', 'gap'], what: 'trips, stops and gaps' },
} as const satisfies Record<string, { kinds: readonly SegmentKind[]; what: string }>
type ListName = keyof typeof lists

const answers = {
  trips: answer({ trips: Type.Array(ref(SegmentView)), nextCursor }),
  stops: answer({ stops: Type.Array(ref(SegmentView)), nextCursor }),
  timeline: answer({ timeline: Type.Array(ref(SegmentView)), nextCursor }),
}
const operationIds = { trips: 'listDeviceTrips', stops: 'listDeviceStops', timeline: 'getTimeline' }

export const segmentRoutes: Routes = (app, ctx) => {
  app.addSchema(SegmentView)
  app.addSchema(DayView)

  for (const name of Object.keys(lists) as ListName[]) {
    const { kinds, what } = lists[name]
    app.get(
      `/api/devices/:deviceId/${name}`,
      {
        schema: {
          operationId: operationIds[name],
          summary: `List ${what} of a device`,
          description:
            'Those that overlap the period, newest first. Includes locations that were just stored.',
          tags,
          params: DevicePath,
          querystring: DeviceSegmentsQuery,
          response: { 200: answers[name], ...failures },
        },
      },
      async (request, reply) => {
        const { caller, params, query } = request
        const wanted = { kinds, period: periodOf(query), namePlace: await placeNamesFor(ctx, request) }
        return sendPages(request, reply, name, (page) =>
          pageOfDevice(ctx, caller, params.deviceId, wanted, page),
        )
      },
    )
  }

  app.get(
    '/api/devices/:deviceId/days',
    {
      schema: {
        operationId: 'listDeviceDays',
        summary: 'List days of a device',
        description: `Sums of calendar days in the time zone of the account, oldest first. At most ${maxDays} days. Days before the first and after the last location are left out.`,
        tags,
        params: DevicePath,
        querystring: DaysQuery,
        response: { 200: answer({ days: Type.Array(ref(DayView)) }), ...failures },
      },
    },
    async ({ caller, params, query }) => ({
      days: await listDeviceDays(ctx, caller, params.deviceId, query),
    }),
  )

  app.get(
    '/api/drivers/:driverId/trips',
    {
      config: { load: 'track' },
      schema: {
        operationId: 'listDriverTrips',
        summary: 'List trips of a driver',
        description: `${ofFleet('trips')} Only those of devices that you see.`,
        tags: ['Drivers'],
        params: DriverPath,
        querystring: DriverTripsQuery,
        response: { 200: answers.trips, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, query, params } = request
      const filter = { kind: 'trip', groupId: undefined, minCm: 0 } as const
      const driver = { id: params.driverId, isRequired: true }
      const wanted = { filter, period: periodOf(query), namePlace: await placeNamesFor(ctx, request), driver }
      return sendPages(request, reply, 'trips', (page) => pageOfFleet(ctx, caller, wanted, page))
    },
  )

  for (const [name, kind, querystring] of [
    ['trips', 'trip', FleetTripsQuery],
    ['stops', 'stop', FleetSegmentsQuery],
  ] as const) {
    app.get(
      `/api/${name}`,
      {
        config: { load: 'track' },
        schema: {
          operationId: name === 'trips' ? 'listTrips' : 'listStops',
          summary: `List ${name} of all devices`,
          description: ofFleet(name),
          tags,
          querystring,
          response: { 200: answers[name], ...failures },
        },
      },
      async (request, reply) => {
        const { caller, query } = request
        const filter = { kind, groupId: query.group, minCm: toMinCm(query.minDistance ?? 0) }
        const { driver: driverId } = query as { driver?: string }
        const driver = driverId === undefined ? undefined : { id: driverId, isRequired: false }
        const namePlace = await placeNamesFor(ctx, request)
        const wanted = { filter, period: periodOf(query), namePlace, driver }
        return sendPages(request, reply, name, (page) => pageOfFleet(ctx, caller, wanted, page))
      },
    )
  }
}

function ofFleet(name: string): string {
  return `Those that overlap the period, newest first, as of the last computation. A page may have fewer ${name} than \`limit\`; only the last one has no \`nextCursor\`.`
}

/** A shorter distance by less than a hundredth of a centimetre is an error of the floating point. */
function toMinCm(metres: number): number {
  return Math.ceil(Math.round(metres * 10_000) / 100)
}
