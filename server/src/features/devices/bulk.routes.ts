import { Type } from 'typebox'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { BulkBody, BulkResult, maxItems } from './bulk.schema.ts'
import { changeDevices } from './bulk.ts'

const bodyLimit = 4 * 1024 ** 2

export const bulkRoutes: Routes = (app, ctx) => {
  app.addSchema(BulkResult)

  app.post(
    '/api/devices/bulk',
    {
      config: { access: 'devices.edit', load: 'heavy' },
      bodyLimit,
      schema: {
        operationId: 'changeDevices',
        summary: 'Create, update and delete devices',
        description: `Deletes, then updates, then creates; at most ${maxItems} of each. Every item succeeds or fails on its own. Costs one unit per item.`,
        tags: ['Devices'],
        body: BulkBody,
        response: { 200: answer({ results: Type.Array(ref(BulkResult)) }), ...failures },
      },
    },
    async (request) => {
      const results = await changeDevices(ctx, request, request.body)
      return { success: true, results, ...(await request.envelope(1 + results.length)) }
    },
  )
}
