// Each format in a process of its own: CPU seconds, the kernel's peak of memory, and the size of the file.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Targets } from '../../scripts/proof/report.ts'
import type { Figures } from '../harness.ts'
import { median } from '../harness.ts'
import type { Written } from './write-format.ts'

const rounds = 1
const writeFile = fileURLToPath(new URL('write-format.ts', import.meta.url))
const files = [
  ['csv', 310_000],
  ['json', 310_000],
  ['xlsx', 310_000],
  ['pdf', 10_000],
  ['html', 10_000],
] as const

export const formatTargets: Targets = {
  'csv, 310,000 rows, CPU s': { atMost: 8 },
  'csv, 310,000 rows, peak MB': { atMost: 200 },
  'json, 310,000 rows, CPU s': { atMost: 8 },
  'json, 310,000 rows, peak MB': { atMost: 200 },
  'xlsx, 310,000 rows, CPU s': { atMost: 30 },
  'xlsx, 310,000 rows, peak MB': { atMost: 200 },
  'pdf, 10,000 rows, CPU s': { atMost: 25 },
  'pdf, 10,000 rows, peak MB': { atMost: 250 },
}

export function measureFormats(): Figures {
  return Object.fromEntries(
    files.flatMap(([format, rows]) => {
      const written = Array.from({ length: rounds }, (): Written => {
        const printed = execFileSync(process.execPath, [writeFile, format, String(rows)], {
          encoding: 'utf8',
        })
        return JSON.parse(printed)
      })
      const name = `${format}, ${rows.toLocaleString('en')} rows`
      return [
        [`${name}, CPU s`, median(written.map(({ cpuSeconds }) => cpuSeconds))],
        [`${name}, peak MB`, Math.max(...written.map(({ peakMegabytes }) => peakMegabytes))],
        [`${name}, file MB`, written[0]!.fileMegabytes],
      ]
    }),
  )
}
