import { Type } from 'typebox'
import type { Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { PatchBody, patched } from '../../platform/http/patch.ts'
import { sendList } from '../../platform/http/raw-responses.ts'
import { ignoreReadOnly } from '../../platform/http/read-only.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { requireValid } from '../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../platform/http/versions.ts'
import { write } from '../../platform/http/write.ts'
import {
  changeSensor,
  createSensor,
  deleteSensor,
  getSensor,
  listSensors,
  toDocument,
} from './fuel-sensor.api.ts'
import {
  DevicePath,
  LevelsQuery,
  MeasureBody,
  PointView,
  SensorBody,
  SensorPath,
  SensorQuery,
  SensorView,
  sensorFields,
} from './fuel-sensor.schema.ts'
import { listLevels, testMeasure } from './levels.ts'

const tags = ['Fuel']
const path = '/api/devices/:deviceId/fuelSensors'
const access = 'fleet.manage'
const SensorAnswer = answer({ fuelSensor: ref(SensorView) })
const again = 'Fills and drains of the last 31 days are found again within a minute.'

export const fuelSensorRoutes: Routes = (app, ctx) => {
  app.addSchema(SensorView)

  app.get(
    path,
    {
      schema: {
        operationId: 'listFuelSensors',
        summary: 'List the fuel sensors of a device',
        description: 'In the order in which they were created.',
        tags,
        params: DevicePath,
        querystring: SensorQuery,
        response: {
          200: answer({
            fuelSensors: Type.Array(ref(SensorView)),
            nextCursor: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { caller, params } = request
      return sendList(request, reply, 'fuelSensors', await listSensors(ctx, caller, params.deviceId))
    },
  )

  app.get(
    `${path}/:sensorId`,
    {
      schema: {
        operationId: 'getFuelSensor',
        summary: 'Get a fuel sensor',
        description: 'With the last level that is known.',
        tags,
        params: SensorPath,
        response: { 200: SensorAnswer, ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      const db = ctx.db.forAccount(caller.accountId)
      const { sensor, version } = await getSensor({ db }, caller, params.deviceId, params.sensorId)
      reply.header('etag', etagOf(version))
      return { fuelSensor: sensor }
    },
  )

  app.post(
    path,
    {
      config: { access },
      schema: {
        operationId: 'createFuelSensor',
        summary: 'Create a fuel sensor',
        description: `At most 4 per device. ${again}`,
        tags,
        params: DevicePath,
        body: SensorBody,
        response: { 201: SensorAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params, body } = request
        const id = await createSensor(tx, caller, params.deviceId, body)
        const location = `/api/devices/${params.deviceId}/fuelSensors/${id}`
        return { ...(await shown(tx, caller, params.deviceId, id)), status: 201, location }
      }),
  )

  app.put(
    `${path}/:sensorId`,
    {
      config: { access },
      preValidation: ignoreReadOnly(sensorFields, SensorBody),
      schema: {
        operationId: 'replaceFuelSensor',
        summary: 'Replace a fuel sensor',
        description: again,
        tags,
        params: SensorPath,
        body: SensorBody,
        response: { 200: SensorAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params, body } = request
        await changeSensor(tx, caller, params, (before) => {
          requireVersion(request, before.version)
          return body
        })
        return shown(tx, caller, params.deviceId, params.sensorId)
      }),
  )

  app.patch(
    `${path}/:sensorId`,
    {
      config: { access },
      schema: {
        operationId: 'patchFuelSensor',
        summary: 'Update a fuel sensor',
        description: `Takes a JSON Patch or a merge patch. ${again}`,
        tags,
        params: SensorPath,
        body: PatchBody,
        response: { 200: SensorAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params } = request
        await changeSensor(tx, caller, params, (before) => {
          requireVersion(request, before.version)
          return requireValid(SensorBody, patched(toDocument(before), request.body))
        })
        return shown(tx, caller, params.deviceId, params.sensorId)
      }),
  )

  app.delete(
    `${path}/:sensorId`,
    {
      config: { access },
      schema: {
        operationId: 'deleteFuelSensor',
        summary: 'Delete a fuel sensor',
        description: 'Also its levels, fills and drains.',
        tags,
        params: SensorPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteSensor(tx, request.caller, request.params, (before) =>
          requireVersion(request, before.version),
        )
        return { payload: {} }
      }),
  )

  app.post(
    `${path}/test`,
    {
      config: { access, load: 'track' },
      schema: {
        operationId: 'testFuelSensor',
        summary: 'Test the settings of a fuel sensor',
        description: 'Values of the last 7 days, as raw and as litres, at most 2,000. Saves nothing.',
        tags,
        params: DevicePath,
        body: MeasureBody,
        response: { 200: answer({ levels: Type.Array(PointView) }), ...failures },
      },
    },
    async ({ caller, params, body }) => ({
      levels: await testMeasure(ctx, caller, params.deviceId, body),
    }),
  )

  app.get(
    `${path}/:sensorId/levels`,
    {
      config: { load: 'track' },
      schema: {
        operationId: 'listFuelLevels',
        summary: 'List levels of a fuel sensor',
        description: 'At most 2,000, at equal distances, oldest first. Also while the vehicle moves.',
        tags,
        params: SensorPath,
        querystring: LevelsQuery,
        response: { 200: answer({ levels: Type.Array(PointView) }), ...failures },
      },
    },
    async ({ caller, params, query }) => ({ levels: await listLevels(ctx, caller, params, query) }),
  )
}

async function shown(tx: Tx, caller: Caller, deviceId: string, id: string) {
  const { sensor, version } = await getSensor(tx, caller, deviceId, id)
  return { payload: { fuelSensor: sensor }, etag: etagOf(version) }
}
