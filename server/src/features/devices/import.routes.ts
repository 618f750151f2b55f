import { Type } from 'typebox'
import { acceptCsv, ImportFault, maxImportBytes, maxImportRows } from '../../platform/http/csv-import.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import type { App, Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { importDevices, previewImport } from './import.ts'

const CsvBody = Type.String({
  description: `CSV with a header: name, description, identifier, phoneNumber, model, vehicleType, licensePlate, driverName, driverPhone, protocol, expirationDate, dailyEmailLimit, dailySmsLimit, group (its name, or several names separated by semicolons), tag.<name>. At most ${maxImportRows} rows.`,
})

export const importRoutes: Routes = (parent, ctx) => {
  parent.register(async (app: App) => {
    acceptCsv(app)

    app.post(
      '/api/devices/import/preview',
      {
        config: { access: 'devices.edit', load: 'heavy' },
        bodyLimit: maxImportBytes,
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
              faults: Type.Array(ImportFault),
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
        bodyLimit: maxImportBytes,
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
