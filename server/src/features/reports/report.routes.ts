import { Type } from 'typebox'
import { languageOf } from '../../platform/http/accept-language.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { PreviewBody, PreviewView, ReportTypeView } from './report.schema.ts'
import type { ReportRequest } from './report.types.ts'
import { listReports } from './report-types.ts'
import { previewReport, withDefaults } from './run.ts'

const tags = ['Reports']
const previewRows = 200

export const reportRoutes: Routes = (app, ctx) => {
  app.addSchema(ReportTypeView)
  app.addSchema(PreviewView)

  app.get(
    '/api/reports',
    {
      config: { access: 'reports.read' },
      schema: {
        operationId: 'listReports',
        summary: 'List reports',
        description: 'The reports that can be created, with their columns and groupings.',
        tags,
        response: { 200: answer({ reports: Type.Array(ref(ReportTypeView)) }), ...failures },
      },
    },
    async ({ headers }) => ({ reports: listReports(languageOf(headers['accept-language'])) }),
  )

  app.post(
    '/api/reports/preview',
    {
      config: { access: 'reports.read', load: 'track' },
      schema: {
        operationId: 'previewReport',
        summary: 'Preview a report',
        description:
          'The first rows, without a file. Reads for at most some seconds: `isComplete` is false if there is more.',
        tags,
        body: PreviewBody,
        response: { 200: answer({ preview: ref(PreviewView) }), ...failures },
      },
    },
    async ({ caller, headers, body: { limit = previewRows, ...asked } }) => {
      const request = withDefaults<ReportRequest>(asked, languageOf(headers['accept-language']))
      return { preview: await previewReport(ctx, caller, request, limit) }
    },
  )
}
