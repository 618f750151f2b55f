import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readWholeFile } from './file-reader.ts'
import { openFileSource } from './file-source.ts'
import type { PlainRow } from './testing/arbitrary-rows.ts'
import { toPlain } from './testing/arbitrary-rows.ts'
import { sampleWeeks } from './testing/sample-archive.ts'

const folder = fileURLToPath(new URL('../../../../../docs/public/archive-sample', import.meta.url))

test('files that an earlier version wrote are read', async () => {
  for (const { path, rows } of sampleWeeks()) {
    const source = await openFileSource(join(folder, path))
    const read: PlainRow[] = []
    for await (const group of readWholeFile(source)) read.push(...toPlain(group))
    await source.close()
    expect(read).toEqual(rows)
  }
})
