import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { sendList } from '../../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../../platform/http/responses.ts'
import type { App, Routes } from '../../../platform/http/server.ts'
import { etagOf, requireVersion } from '../../../platform/http/versions.ts'
import { write } from '../../../platform/http/write.ts'
import type { Meter } from './meter.ts'
import { getMeter, listReadings, setMeter } from './meter-readings.ts'
import {
  DevicePath,
  EngineReading,
  MeterQuery,
  meterFields,
  OdometerReading,
  ReadingsQuery,
  readingBody,
} from './reading.schema.ts'

const tags = ['Odometer']

interface MeterRoutes {
  meter: Meter
  path: string
  /** In the names of operations. */
  name: string
  of: string
  reading: TSchema
}

export const readingRoutes: Routes = (app, ctx) => {
  app.addSchema(OdometerReading)
  app.addSchema(EngineReading)
  const path = '/api/devices/:deviceId'
  meterRoutes(app, ctx, {
    meter: 'odometer',
    path: `${path}/odometer`,
    name: 'Odometer',
    of: 'the odometer',
    reading: ref(OdometerReading),
  })
  meterRoutes(app, ctx, {
    meter: 'engine',
    path: `${path}/engineHours`,
    name: 'EngineHours',
    of: 'the engine hours',
    reading: ref(EngineReading),
  })
}

function meterRoutes(app: App, ctx: Context, given: MeterRoutes): void {
  const { meter, path, name, of, reading } = given
  const MeterAnswer = answer(meterFields(meter, reading))

  app.get(
    path,
    {
      schema: {
        operationId: `get${name}`,
        summary: `Get ${of} of a device`,
        description: 'The last reading, and what was counted since.',
        tags,
        params: DevicePath,
        querystring: MeterQuery,
        response: { 200: MeterAnswer, ...failures },
      },
    },
    async ({ caller, params, query }, reply) => {
      const atMs = query.dateTime === undefined ? null : Date.parse(query.dateTime)
      const { shown, version } = await getMeter(ctx, caller, params.deviceId, meter, atMs)
      reply.header('etag', etagOf(version))
      return shown
    },
  )

  app.put(
    path,
    {
      config: { access: 'fleet.manage' },
      schema: {
        operationId: `set${name}`,
        summary: `Set ${of} of a device`,
        description:
          'Adds a reading, also of an instant in the past. Readings are never changed: to correct one, add another of the same instant.',
        tags,
        params: DevicePath,
        body: readingBody(meter),
        response: { 200: MeterAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params, body } = request
        const { shown, version } = await setMeter(tx, caller, params.deviceId, meter, body, (version) =>
          requireVersion(request, version),
        )
        return { payload: shown, etag: etagOf(version) }
      }),
  )

  app.get(
    `${path}/readings`,
    {
      schema: {
        operationId: `list${name}Readings`,
        summary: `List readings of ${of} of a device`,
        description: 'In the order in which they were set, the newest first.',
        tags,
        params: DevicePath,
        querystring: ReadingsQuery,
        response: {
          200: answer({ readings: Type.Array(reading), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { caller, params } = request
      return sendList(request, reply, 'readings', await listReadings(ctx, caller, params.deviceId, meter))
    },
  )
}
