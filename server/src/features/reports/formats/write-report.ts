// The formats of report files: how each is written, and how it is sent.

import type { ReportDocument } from '../document.types.ts'
import type { CsvDialect, ReportFormat } from '../report.types.ts'
import { writeCsv } from './csv.ts'
import { writeHtml } from './html.ts'
import { writeJson, writeNdjson } from './json.ts'
import { writePdf } from './pdf.ts'
import { writeXlsx } from './xlsx.ts'

export const contentTypes: Record<ReportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/** Chunks of at most 256 kB. `dialect` is that of CSV. */
export function writeReport(
  document: ReportDocument,
  format: ReportFormat,
  dialect: CsvDialect = 'excel',
): AsyncIterable<Uint8Array> {
  const writers = {
    csv: writeCsv(dialect),
    xlsx: writeXlsx,
    pdf: writePdf,
    html: writeHtml,
    json: writeJson,
    ndjson: writeNdjson,
  }
  return writers[format](document)
}
