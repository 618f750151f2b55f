import { answer, failures } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { AssignmentBody, DevicePath, deviceDriverFields } from './assignment.schema.ts'
import { assignDriver, getDeviceDriver } from './assignment.ts'

const tags = ['Drivers']

export const assignmentRoutes: Routes = (app, ctx) => {
  app.get(
    '/api/devices/:deviceId/driver',
    {
      schema: {
        operationId: 'getDeviceDriver',
        summary: 'Get the driver of a device',
        description: 'Who drives now, and who was assigned when.',
        tags,
        params: DevicePath,
        response: { 200: answer(deviceDriverFields), ...failures },
      },
    },
    ({ caller, params }) =>
      getDeviceDriver({ db: ctx.db.forAccount(caller.accountId), now: ctx.now }, caller, params.deviceId),
  )

  app.put(
    '/api/devices/:deviceId/driver',
    {
      config: { access: 'fleet.manage' },
      schema: {
        operationId: 'assignDriver',
        summary: 'Assign a driver to a device',
        description:
          'Replaces what was assigned in the period. Counts while no tag is reported, also for the past.',
        tags,
        params: DevicePath,
        body: AssignmentBody,
        response: { 200: answer(deviceDriverFields), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params, body } = request
        await assignDriver(tx, caller, params.deviceId, body)
        return { payload: await getDeviceDriver(tx, caller, params.deviceId) }
      }),
  )
}
