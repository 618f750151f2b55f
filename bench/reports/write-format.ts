// Writes one report of trips, 14 columns wide, to nowhere, and prints what it took. Its rows are random; the database is not
// part of it.

import type { ReportRow } from '../../server/src/features/reports/document.types.ts'
import { loadFormat } from '../../server/src/features/reports/formats/formats.ts'
import type { ReportFormat } from '../../server/src/features/reports/report.types.ts'
import { documentOf, madrid, tripColumns, tripRow } from '../../server/test/reports/documents.ts'
import { createRandom } from '../../simulator/src/random.ts'

export interface Written {
  cpuSeconds: number
  peakMegabytes: number
  fileMegabytes: number
}

const rowsPerPage = 2_000

async function* readRows(count: number): AsyncGenerator<ReportRow[]> {
  const { next } = createRandom(23)
  for (let start = 0; start < count; start += rowsPerPage) {
    const length = Math.min(rowsPerPage, count - start)
    yield Array.from({ length }, (_, index) => tripRow((start + index) % 60_000, 'es', next))
  }
}

if (import.meta.main) {
  const [format = 'csv', count = '0'] = process.argv.slice(2)
  const document = documentOf({
    locale: madrid('es'),
    title: 'Viajes',
    columns: tripColumns('es'),
    rows: readRows(Number(count)),
    baseUrl: 'https://example.test',
  })
  const startedAt = process.cpuUsage()
  const write = await loadFormat(format as ReportFormat, 'excel')
  let bytes = 0
  for await (const chunk of write(document)) bytes += chunk.length
  const { user, system } = process.cpuUsage(startedAt)
  const written: Written = {
    cpuSeconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1_024,
    fileMegabytes: bytes / 1e6,
  }
  process.stdout.write(JSON.stringify(written))
}
