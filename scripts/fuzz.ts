// Fuzzes everything that untrusted input reaches: decoders, parsers and the API, with random bytes and requests.
//
//   npm run fuzz -- --minutes 10 [--seed 4711]
//
// A failure is shrunk and printed with its seed, which reproduces it.

import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { report } from './proof/report.ts'

/** Shares of the time. */
const shares = { properties: 0.5, api: 0.5 }
/** The number of properties, plus a margin: each gets an equal share of the time. */
const usualProperties = 180

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } })
const minutes = Number(values.minutes ?? 10)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('usage: npm run fuzz -- [--minutes 10] [--seed 4711]')
  process.exit(2)
}
console.log(`fuzz: ${minutes} minutes, seed ${seed}`)

interface FuzzReport {
  part: string
  runs: number
  properties: number
}

const beganAt = performance.now()
const { code, reports } = await run({
  SEED: String(seed),
  RASTRO_FUZZ_MS: String(Math.round((minutes * 60_000 * shares.properties) / usualProperties)),
  RASTRO_FUZZ_API_MS: String(Math.round(minutes * 60_000 * shares.api)),
})
const seconds = (performance.now() - beganAt) / 1_000
const runs = reports.reduce((sum, one) => sum + one.runs, 0)
report(
  'fuzz',
  {
    seed,
    seconds: Math.round(seconds),
    parts: reports.length,
    ...Object.fromEntries(reports.map((one) => [`${one.part}: properties`, one.properties])),
    ...Object.fromEntries(reports.map((one) => [`${one.part}: runs`, one.runs])),
    'runs a second': Math.round(runs / seconds),
    failed: code === 0 ? 0 : 1,
  },
  { parts: { atLeast: 3 }, failed: { atMost: 0 } },
)

function run(settings: Record<string, string>): Promise<{ code: number | null; reports: FuzzReport[] }> {
  const files = ['protocols/src/properties', 'server/test/parsers', 'server/test/fuzz']
  const child = spawn('vitest', ['run', '--maxWorkers', '1', '--silent=false', ...files], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const reports: FuzzReport[] = []
  let line = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    const lines = (line + text).split('\n')
    line = lines.pop() ?? ''
    for (const one of lines) {
      const [, json] = /^fuzz (\{.*\})$/.exec(one) ?? []
      if (json) reports.push(JSON.parse(json) as FuzzReport)
    }
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, reports })))
}
