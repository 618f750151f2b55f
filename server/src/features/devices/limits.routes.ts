import type { Static } from 'typebox'
import { allowNoBody } from '../../platform/http/optional-body.ts'
import { PatchBody, patched } from '../../platform/http/patch.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { requireValid } from '../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../platform/http/versions.ts'
import { write } from '../../platform/http/write.ts'
import { getDevice } from './device.api.ts'
import { edited, shown } from './device.routes.ts'
import { DevicePath, DeviceView, LimitsBody, LimitsView, ReactivateBody } from './device.schema.ts'
import type { DeviceLimits, StoredDevice } from './device.types.ts'
import { reactivateDevice, toDocument } from './device-changes.api.ts'

const tags = ['Limits']
const DeviceAnswer = answer({ device: ref(DeviceView) })

export const limitsRoutes: Routes = (app, ctx) => {
  app.get(
    '/api/devices/:deviceId/limits',
    {
      schema: {
        operationId: 'getLimits',
        summary: 'Get the limits of a device',
        description: 'With the messages sent today.',
        tags,
        params: DevicePath,
        response: {
          200: answer({ limits: ref(LimitsView), usage: DeviceView.properties.usage }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { json, version } = await getDevice(ctx, request.caller, request.params.deviceId)
      reply.header('etag', etagOf(version))
      const { limits, usage } = JSON.parse(json) as Static<typeof DeviceView>
      return { limits, usage }
    },
  )

  app.put(
    '/api/devices/:deviceId/limits',
    {
      config: { access: 'devices.limits' },
      schema: {
        operationId: 'replaceLimits',
        summary: 'Replace the limits of a device',
        description: 'Absent limits are removed. Making an expired device active requires a free license.',
        tags,
        params: DevicePath,
        body: LimitsBody,
        response: { 200: DeviceAnswer, ...failures },
      },
    },
    (request, reply) =>
      edited(ctx, request, reply, request.params.deviceId, (before) => withLimits(before, request.body)),
  )

  app.patch(
    '/api/devices/:deviceId/limits',
    {
      config: { access: 'devices.limits' },
      schema: {
        operationId: 'patchLimits',
        summary: 'Update the limits of a device',
        description: 'Takes a JSON Patch or a merge patch.',
        tags,
        params: DevicePath,
        body: PatchBody,
        response: { 200: DeviceAnswer, ...failures },
      },
    },
    (request, reply) =>
      edited(ctx, request, reply, request.params.deviceId, (before) =>
        withLimits(before, requireValid(LimitsBody, patched(before.limits, request.body))),
      ),
  )

  app.post(
    '/api/devices/:deviceId/reactivate',
    {
      config: { access: 'devices.limits' },
      preValidation: allowNoBody,
      schema: {
        operationId: 'reactivateDevice',
        summary: 'Reactivate an expired device',
        description: 'Requires a free license.',
        tags,
        params: DevicePath,
        body: ReactivateBody,
        response: { 200: DeviceAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { body, caller, params } = request
        const { id } = await reactivateDevice(tx, caller, params.deviceId, body, (before) =>
          requireVersion(request, before.version),
        )
        return shown(tx, request.caller, id)
      }),
  )
}

function withLimits(before: StoredDevice, limits: DeviceLimits) {
  return { ...toDocument(before), limits }
}
