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
  changeDriver,
  createDriver,
  deleteDriver,
  getDriverIn,
  listDrivers,
  toDocument,
} from './driver.api.ts'
import { DriverBody, DriverPath, DriverQuery, DriverView, driverFields } from './driver.schema.ts'

const tags = ['Drivers']
const access = 'fleet.manage'
const DriverAnswer = answer(driverFields)

export const driverRoutes: Routes = (app, ctx) => {
  app.addSchema(DriverView)

  app.get(
    '/api/drivers',
    {
      schema: {
        operationId: 'listDrivers',
        summary: 'List drivers',
        description:
          'All of the account. Users with a limited scope who do not manage drivers see those who have driven their devices.',
        tags,
        querystring: DriverQuery,
        response: {
          200: answer({ drivers: Type.Array(ref(DriverView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    (request, reply) => {
      const { limit: _limit, cursor: _cursor, ...filter } = request.query
      return sendList(request, reply, 'drivers', listDrivers(ctx, request.caller, filter))
    },
  )

  app.get(
    '/api/drivers/:driverId',
    {
      schema: {
        operationId: 'getDriver',
        summary: 'Get a driver',
        description: 'With the tags of the driver.',
        tags,
        params: DriverPath,
        response: { 200: DriverAnswer, ...failures },
      },
    },
    async ({ caller, params }, reply) => {
      const db = ctx.db.forAccount(caller.accountId)
      const { driver, version } = await getDriverIn({ db }, caller, params.driverId)
      reply.header('etag', etagOf(version))
      return driver
    },
  )

  app.post(
    '/api/drivers',
    {
      config: { access },
      schema: {
        operationId: 'createDriver',
        summary: 'Create a driver',
        description: 'An account has at most 10,000 drivers.',
        tags,
        body: DriverBody,
        response: { 201: DriverAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const id = await createDriver(tx, request.caller, request.body)
        return { ...(await shown(tx, request.caller, id)), status: 201, location: `/api/drivers/${id}` }
      }),
  )

  app.put(
    '/api/drivers/:driverId',
    {
      config: { access },
      preValidation: ignoreReadOnly(driverFields, DriverBody),
      schema: {
        operationId: 'replaceDriver',
        summary: 'Replace a driver',
        description: 'Absent fields are cleared. Tags stay.',
        tags,
        params: DriverPath,
        body: DriverBody,
        response: { 200: DriverAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { driverId } = request.params
        await changeDriver(tx, request.caller, driverId, (before) => {
          requireVersion(request, before.version)
          return request.body
        })
        return shown(tx, request.caller, driverId)
      }),
  )

  app.patch(
    '/api/drivers/:driverId',
    {
      config: { access },
      schema: {
        operationId: 'patchDriver',
        summary: 'Update a driver',
        description: 'Takes a JSON Patch or a merge patch.',
        tags,
        params: DriverPath,
        body: PatchBody,
        response: { 200: DriverAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { driverId } = request.params
        await changeDriver(tx, request.caller, driverId, (before) => {
          requireVersion(request, before.version)
          return requireValid(DriverBody, patched(toDocument(before), request.body))
        })
        return shown(tx, request.caller, driverId)
      }),
  )

  app.delete(
    '/api/drivers/:driverId',
    {
      config: { access },
      schema: {
        operationId: 'deleteDriver',
        summary: 'Delete a driver',
        description:
          'Tags and assignments end. Trips of the past keep the name of the driver; everything else of the driver is deleted.',
        tags,
        params: DriverPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteDriver(tx, request.caller, request.params.driverId, (before) =>
          requireVersion(request, before.version),
        )
        return { payload: {} }
      }),
  )
}

async function shown(tx: Tx, caller: Caller, id: string) {
  const { driver, version } = await getDriverIn(tx, caller, id)
  return { payload: driver, etag: etagOf(version) }
}
