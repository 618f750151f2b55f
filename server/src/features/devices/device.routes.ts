import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { PatchBody, patched } from '../../platform/http/patch.ts'
import { sendList, sendRecord } from '../../platform/http/raw-responses.ts'
import { ignoreReadOnly } from '../../platform/http/read-only.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { requireValid } from '../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../platform/http/versions.ts'
import { write } from '../../platform/http/write.ts'
import { getDevice, getDeviceIn, listDevices } from './device.api.ts'
import { DeviceBody, DevicePath, DeviceQuery, DeviceView, LimitsView } from './device.schema.ts'
import type { DeviceDocument, StoredDevice } from './device.types.ts'
import { changeDevice, createDevices, deleteDevice, toDocument } from './device-changes.api.ts'

const tags = ['Devices']
const DeviceAnswer = answer({ device: ref(DeviceView) })

export const deviceRoutes: Routes = (app, ctx) => {
  app.addSchema(LimitsView)
  app.addSchema(DeviceView)

  app.get(
    '/api/devices',
    {
      schema: {
        operationId: 'listDevices',
        summary: 'List devices',
        description:
          'The devices that the caller can see, in the order of their creation unless `sort` is given.',
        tags,
        querystring: DeviceQuery,
        response: {
          200: answer({ devices: Type.Array(ref(DeviceView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    (request, reply) => {
      const { limit: _limit, cursor: _cursor, sort = 'createdAt', ...filter } = request.query
      const read = listDevices(ctx, request.caller, filter, sort)
      return sendList(request, reply, 'devices', read, sort === 'createdAt' ? undefined : sort)
    },
  )

  app.get(
    '/api/devices/:deviceId',
    {
      schema: {
        operationId: 'getDevice',
        summary: 'Get a device',
        description: 'The device with its state, limits and usage of today.',
        tags,
        params: DevicePath,
        response: { 200: DeviceAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const device = await getDevice(ctx, request.caller, request.params.deviceId)
      reply.header('etag', etagOf(device.version))
      return sendRecord(request, reply, 'device', device.json)
    },
  )

  app.post(
    '/api/devices',
    {
      config: { access: 'devices.edit' },
      schema: {
        operationId: 'createDevice',
        summary: 'Create a device',
        description: 'It uses a license.',
        tags,
        body: DeviceBody,
        response: { 201: DeviceAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const [id = ''] = await createDevices(tx, request.caller, [request.body])
        return { ...(await shown(tx, request.caller, id)), status: 201, location: `/api/devices/${id}` }
      }),
  )

  app.put(
    '/api/devices/:deviceId',
    {
      config: { access: 'devices.edit' },
      preValidation: ignoreReadOnly(DeviceView.properties, DeviceBody),
      schema: {
        operationId: 'replaceDevice',
        summary: 'Replace a device',
        description: 'Absent `groups` and `limits` stay unchanged.',
        tags,
        params: DevicePath,
        body: DeviceBody,
        response: { 200: DeviceAnswer, ...failures },
      },
    },
    (request, reply) => edited(ctx, request, reply, request.params.deviceId, () => request.body),
  )

  app.patch(
    '/api/devices/:deviceId',
    {
      config: { access: 'devices.edit' },
      schema: {
        operationId: 'patchDevice',
        summary: 'Update a device',
        description: 'Takes a JSON Patch or a merge patch.',
        tags,
        params: DevicePath,
        body: PatchBody,
        response: { 200: DeviceAnswer, ...failures },
      },
    },
    (request, reply) =>
      edited(ctx, request, reply, request.params.deviceId, (before) => {
        const document = requireValid(DeviceBody, patched(toDocument(before), request.body))
        // A patch that removes the groups or limits clears them.
        return { groups: [], limits: { expires: false }, ...document }
      }),
  )

  app.delete(
    '/api/devices/:deviceId',
    {
      config: { access: 'devices.edit' },
      schema: {
        operationId: 'deleteDevice',
        summary: 'Delete a device',
        description: 'Deletes its history too and frees its license.',
        tags,
        params: DevicePath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteDevice(tx, request.caller, request.params.deviceId, (before) =>
          requireVersion(request, before.version),
        )
        return { payload: {} }
      }),
  )
}

/** Edits the device, unless the version of the caller is outdated, and returns the result. */
export function edited(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  deviceId: string,
  edit: (before: StoredDevice) => DeviceDocument,
) {
  return write(ctx, request, reply, async (tx) => {
    const { id } = await changeDevice(tx, request.caller, deviceId, (before) => {
      requireVersion(request, before.version)
      return edit(before)
    })
    return shown(tx, request.caller, id)
  })
}

/** The current device, for the response to a change. */
export async function shown(tx: Tx, caller: Caller, id: string) {
  const { device, version } = await getDeviceIn(tx, caller, id)
  return { payload: { device }, etag: etagOf(version) }
}
