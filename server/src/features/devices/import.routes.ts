import { Type } from 'typebox'
import { MediaTypeError } from '../../platform/http/errors.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import type { App, Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { importDevices, maxRows, previewImport } from './import.ts'

const maxBytes = 8 * 1024 ** 2
const CsvBody = Type.String({
  description: `CSV with a header: name, description, identifier, phoneNumber, model, vehicleType, licensePlate, driverName, driverPhone, protocol, expirationDate, dailyEmailLimit, dailySmsLimit, group (its name, or several names separated by semicolons), tag.<name>. At most ${maxRows} rows.`,
})
const FaultView = Type.Object({
  path: Type.String({ description: 'Line and column of the file, like `12.identifier`.' }),
  message: Type.String(),
})

export const importRoutes: Routes = (parent, ctx) => {
  parent.register(async (app: App) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _body, done) =>
      done(new MediaTypeError({ form: 'CSV', type: 'text/csv' })),
    )
    app.addContentTypeParser('text/csv', { parseAs: 'string', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    )

    app.post(
      '/api/devices/import/preview',
      {
        config: { access: 'devices.edit', load: 'heavy' },
        bodyLimit: maxBytes,
        schema: {
          operationId: 'previewImport',
          summary: 'Preview an import of devices',
          description: 'Checks the file and returns all faults. Creates nothing.',
          tags: ['Devices'],
          consumes: ['text/csv'],
          body: CsvBody,
          response: {
            200: answer({
              rows: Type.Integer(),
              faults: Type.Array(FaultView),
              licensesNeeded: Type.Integer(),
              licensesFree: Type.Integer(),
            }),
            ...failures,
          },
        },
      },
      (request, reply) =>
        write(ctx, request, reply, async (tx) => ({
          payload: await previewImport(tx, request.caller, request.body),
        })),
    )

    app.post(
      '/api/devices/import',
      {
        config: { access: 'devices.edit', load: 'heavy' },
        bodyLimit: maxBytes,
        schema: {
          operationId: 'importDevices',
          summary: 'Import devices',
          description: 'Creates every device of a CSV file, or none.',
          tags: ['Devices'],
          consumes: ['text/csv'],
          body: CsvBody,
          response: { 201: answer({ created: Type.Integer(), ids: Type.Array(Type.String()) }), ...failures },
        },
      },
      (request, reply) =>
        write(ctx, request, reply, async (tx) => {
          const ids = await importDevices(tx, request.caller, request.body)
          return { payload: { created: ids.length, ids }, status: 201 }
        }),
    )
  })
}
