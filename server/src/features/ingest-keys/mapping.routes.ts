import { Type } from 'typebox'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import type { Mappings } from './mapping.api.ts'
import { TemplateView, TestBody, TestView } from './mapping.schema.ts'
import { mappingTemplates } from './mapping-templates.ts'
import { testMapping } from './mapping-test.ts'

const tags = ['Ingest keys']
const access = 'devices.edit'

export function mappingRoutes(mappings: Mappings): Routes {
  return (app, ctx) => {
    app.addSchema(TestView)
    app.addSchema(TemplateView)

    app.get(
      '/api/mappings/templates',
      {
        config: { access },
        schema: {
          operationId: 'listMappingTemplates',
          summary: 'List mapping templates',
          description: 'Mappings of known senders, with an example of what each posts.',
          tags,
          response: { 200: answer({ templates: Type.Array(ref(TemplateView)) }), ...failures },
        },
      },
      () => ({ templates: [...mappingTemplates] }),
    )

    app.post(
      '/api/mappings/test',
      {
        config: { access },
        schema: {
          operationId: 'testMapping',
          summary: 'Test a mapping',
          description:
            'What a mapping makes of a payload: its locations, or the exact fault. Nothing is stored.',
          tags,
          body: TestBody,
          response: { 200: answer({ test: ref(TestView) }), ...failures },
        },
      },
      async ({ caller, body }) => ({ test: await testMapping(ctx, mappings, caller, body) }),
    )
  }
}
