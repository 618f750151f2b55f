// Collects what a writer of reports yields, and checks the size of its chunks.

import type { ReportDocument, WriteReport } from '../../src/features/reports/document.types.ts'
import { maxChunkBytes } from '../../src/features/reports/formats/chunks.ts'

export async function bytesOf(write: WriteReport, document: ReportDocument): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of write(document)) {
    if (chunk.length > maxChunkBytes) throw new Error(`A chunk has ${chunk.length} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export const textOf = async (write: WriteReport, document: ReportDocument) =>
  (await bytesOf(write, document)).toString('utf8')
