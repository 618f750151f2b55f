import { Type } from 'typebox'
import { MediaTypeError } from '../../platform/http/errors.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { App, Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { shown } from './device.routes.ts'
import { DevicePath, DeviceView } from './device.schema.ts'
import { deletePhoto, getPhoto, maxPhotoBytes, replacePhoto } from './photo.ts'
import { photoTypes } from './photo-type.ts'

const tags = ['Devices']
const path = '/api/devices/:deviceId/photo'
const Picture = Type.Unsafe<Buffer>({ description: 'The bytes of the picture.' })
const pictures = Object.fromEntries(photoTypes.map((type) => [type, { schema: Picture }]))

export const photoRoutes: Routes = (parent, ctx) => {
  parent.get(
    path,
    {
      schema: {
        operationId: 'getDevicePhoto',
        summary: 'Get the photo of a device',
        description: 'As it was uploaded. `photoUpdatedAt` of the device is null without one.',
        tags,
        params: DevicePath,
        response: { 200: { description: 'The photo.', content: pictures }, ...failures },
      },
    },
    async (request, reply) => {
      const { type, bytes } = await getPhoto(ctx, request.caller, request.params.deviceId)
      // Opened as a page it can do nothing, whatever a browser takes it for.
      reply.header('content-security-policy', `default-src 'none'; sandbox`).type(type)
      return reply.send(bytes as never)
    },
  )

  parent.delete(
    path,
    {
      config: { access: 'devices.edit' },
      schema: {
        operationId: 'deleteDevicePhoto',
        summary: 'Delete the photo of a device',
        description: 'Succeeds too if there is none.',
        tags,
        params: DevicePath,
        response: { 200: answer({}), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deletePhoto(tx, request.caller, request.params.deviceId)
        return { payload: {} }
      }),
  )

  parent.register(async (app: App) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _body, done) =>
      done(new MediaTypeError({ form: 'a JPEG, PNG or WebP image', type: 'image/jpeg' })),
    )
    app.addContentTypeParser(
      [...photoTypes],
      { parseAs: 'buffer', bodyLimit: maxPhotoBytes },
      (_request, body, done) => done(null, body),
    )

    app.put(
      path,
      {
        config: { access: 'devices.edit' },
        bodyLimit: maxPhotoBytes,
        schema: {
          operationId: 'replaceDevicePhoto',
          summary: 'Replace the photo of a device',
          description: 'A JPEG, PNG or WebP image of at most 512 kB.',
          tags,
          consumes: [...photoTypes],
          params: DevicePath,
          body: Picture,
          response: { 200: answer({ device: ref(DeviceView) }), ...failures },
        },
      },
      (request, reply) =>
        write(ctx, request, reply, async (tx) => {
          // Without a body nothing is parsed.
          const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          await replacePhoto(tx, request.caller, request.params.deviceId, bytes)
          const { payload } = await shown(tx, request.caller, request.params.deviceId)
          return { payload }
        }),
    )
  })
}
