import { Type } from 'typebox'
import { acceptCsv, ImportFault, maxImportBytes, maxImportRows } from '../../platform/http/csv-import.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import type { App, Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { importColumns, importDrivers, previewImport } from './import.ts'

const CsvBody = Type.String({
  description: `CSV with a header: ${importColumns.join(', ')} (several tags separated by semicolons). At most ${maxImportRows} rows.`,
})
const tags = ['Drivers']
const config = { access: 'fleet.manage', load: 'heavy' } as const

export const driverImportRoutes: Routes = (parent, ctx) => {
  parent.register(async (app: App) => {
    acceptCsv(app)

    app.post(
      '/api/drivers/import/preview',
      {
        config,
        bodyLimit: maxImportBytes,
        schema: {
          operationId: 'previewDriverImport',
          summary: 'Preview an import of drivers',
          description: 'Checks the file and returns all faults. Creates nothing.',
          tags,
          consumes: ['text/csv'],
          body: CsvBody,
          response: {
            200: answer({ rows: Type.Integer(), faults: Type.Array(ImportFault) }),
            ...failures,
          },
        },
      },
      (request, reply) =>
        write(ctx, request, reply, async (tx) => ({ payload: await previewImport(tx, request.body) })),
    )

    app.post(
      '/api/drivers/import',
      {
        config,
        bodyLimit: maxImportBytes,
        schema: {
          operationId: 'importDrivers',
          summary: 'Import drivers',
          description:
            'Creates every driver of a CSV file with its tags, or none. The tags count for all times.',
          tags,
          consumes: ['text/csv'],
          body: CsvBody,
          response: { 201: answer({ created: Type.Integer(), ids: Type.Array(Type.String()) }), ...failures },
        },
      },
      (request, reply) =>
        write(ctx, request, reply, async (tx) => {
          const ids = await importDrivers(tx, request.caller, request.body)
          return { payload: { created: ids.length, ids }, status: 201 }
        }),
    )
  })
}
