import { Type } from 'typebox'
import { allowNoBody } from '../../platform/http/optional-body.ts'
import { sendList, sendPage, streamList } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { countMaintenance } from './maintenance.api.ts'
import { countFields, DevicePath, StateQuery, StateView } from './state.schema.ts'
import { listOfDevice, pageStates, streamStates } from './state.ts'
import { deleteWork, listWork, recordWork } from './work.api.ts'
import { DoneBody, DonePath, WorkPath, WorkQuery, WorkView } from './work.schema.ts'

const tags = ['Maintenance']
const access = 'fleet.manage'
const maxPageSize = 1_000
const devicePath = '/api/devices/:deviceId'
const nextCursor = Type.Optional(Type.String())

export const maintenanceRoutes: Routes = (app, ctx) => {
  app.addSchema(StateView)
  app.addSchema(WorkView)

  app.get(
    '/api/maintenance',
    {
      schema: {
        operationId: 'listMaintenance',
        summary: 'List the maintenance of devices',
        description:
          'Every device with every plan that applies to it, the worst state first. Computed from the odometer and the engine hours as they are now.',
        tags,
        querystring: StateQuery,
        response: { 200: answer({ maintenance: Type.Array(ref(StateView)), nextCursor }), ...failures },
      },
    },
    async (request, reply) => {
      const { limit, cursor, ...filter } = request.query
      const { caller } = request
      if (limit === undefined && cursor === undefined) {
        return streamList(request, reply, 'maintenance', streamStates(ctx, caller, filter))
      }
      const page = await pageStates(ctx, caller, filter, { limit: limit ?? maxPageSize, cursor })
      return sendPage(request, reply, 'maintenance', page)
    },
  )

  app.get(
    '/api/maintenance/counts',
    {
      schema: {
        operationId: 'countMaintenance',
        summary: 'Count the maintenance of devices by state',
        description: 'A device with several plans is counted with each of them.',
        tags,
        response: { 200: answer({ counts: Type.Object(countFields) }), ...failures },
      },
    },
    async ({ caller: { accountId, scope } }) => {
      const db = ctx.db.forAccount(accountId)
      return { counts: await countMaintenance(db, scope, { now: ctx.now() }) }
    },
  )

  app.get(
    `${devicePath}/maintenance`,
    {
      schema: {
        operationId: 'listDeviceMaintenance',
        summary: 'List the maintenance of a device',
        description: 'All plans that apply to it, the worst state first.',
        tags,
        params: DevicePath,
        response: { 200: answer({ maintenance: Type.Array(ref(StateView)) }), ...failures },
      },
    },
    async ({ caller, params }) => ({ maintenance: await listOfDevice(ctx, caller, params.deviceId) }),
  )

  app.post(
    `${devicePath}/maintenance/:planId/done`,
    {
      config: { access },
      preValidation: allowNoBody,
      schema: {
        operationId: 'recordMaintenanceWork',
        summary: 'Record maintenance work',
        description:
          'Starts a new cycle of the plan, and resolves its open alerts of the device. Given values of the meters are also set as their readings.',
        tags,
        params: DonePath,
        body: DoneBody,
        response: { 201: answer({ maintenanceWork: ref(WorkView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const work = await recordWork(tx, request.caller, request.params, request.body)
        const location = `/api/devices/${work.deviceId}/maintenanceWork`
        return { payload: { maintenanceWork: work }, status: 201, location }
      }),
  )

  app.get(
    `${devicePath}/maintenanceWork`,
    {
      schema: {
        operationId: 'listMaintenanceWork',
        summary: 'List maintenance work of a device',
        description: 'What was recorded last is first.',
        tags,
        params: DevicePath,
        querystring: WorkQuery,
        response: { 200: answer({ maintenanceWork: Type.Array(ref(WorkView)), nextCursor }), ...failures },
      },
    },
    async (request, reply) => {
      const { deviceId } = request.params
      return sendList(
        request,
        reply,
        'maintenanceWork',
        await listWork(ctx, request.caller, deviceId, request.query.planId),
      )
    },
  )

  app.delete(
    `${devicePath}/maintenanceWork/:workId`,
    {
      config: { access },
      schema: {
        operationId: 'deleteMaintenanceWork',
        summary: 'Delete a record of maintenance work',
        description: 'The cycle before it continues. Readings of meters that it has set stay.',
        tags,
        params: WorkPath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteWork(tx, request.caller, request.params.deviceId, request.params.workId)
        return { payload: {} }
      }),
  )
}
