// The writers by format. Loaded on demand: most processes write none, and few write PDF.

import type { WriteReport } from '../document.types.ts'
import type { CsvDialect, ReportFormat } from '../report.types.ts'

export const contentTypes: Record<ReportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

export async function loadFormat(format: ReportFormat, dialect: CsvDialect): Promise<WriteReport> {
  switch (format) {
    case 'xlsx':
      return (await import('./xlsx.ts')).writeXlsx
    case 'csv': {
      const { writeCsv } = await import('./csv.ts')
      return writeCsv(dialect)
    }
    case 'pdf':
      return (await import('./pdf.ts')).writePdf
    case 'html':
      return (await import('./html.ts')).writeHtml
    case 'json':
      return (await import('./json.ts')).writeJson
    case 'ndjson':
      return (await import('./json.ts')).writeNdjson
  }
}
