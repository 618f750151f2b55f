// Tries to break what strangers reach: decoders, parsers and the API, with bytes and requests by chance.
//
//   npm run fuzz -- --minutes 10 [--seed 4711]
//
// A failure is shrunk, and printed with its seed: the same seed tries the same again.

import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { report } from './proof/report.ts'

/** Of the time: the API has the most ways to go wrong. */
const shares = { properties: 0.5, api: 0.5 }
/** How many properties there are, and some for what is not counted: each gets as long as any other. */
const usualProperties = 95

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } })
const minutes = Number(values.minutes ?? 10)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('usage: npm run fuzz -- [--minutes 10] [--seed 4711]')
  process.exit(2)
}
console.log(`fuzz: ${minutes} minutes, seed ${seed}`)

interface Told {
  part: string
  runs: number
  properties: number
}

const beganAt = performance.now()
const { code, told } = await run({
  SEED: String(seed),
  RASTRO_FUZZ_MS: String(Math.round((minutes * 60_000 * shares.properties) / usualProperties)),
  RASTRO_FUZZ_API_MS: String(Math.round(minutes * 60_000 * shares.api)),
})
const seconds = (performance.now() - beganAt) / 1_000
const runs = told.reduce((sum, one) => sum + one.runs, 0)
report(
  'fuzz',
  {
    seed,
    seconds: Math.round(seconds),
    parts: told.length,
    ...Object.fromEntries(told.map((one) => [`${one.part}: properties`, one.properties])),
    ...Object.fromEntries(told.map((one) => [`${one.part}: runs`, one.runs])),
    'runs a second': Math.round(runs / seconds),
    failed: code === 0 ? 0 : 1,
  },
  { parts: { atLeast: 3 }, failed: { atMost: 0 } },
)

function run(settings: Record<string, string>): Promise<{ code: number | null; told: Told[] }> {
  const files = ['protocols/src/properties', 'server/test/parsers', 'server/test/fuzz']
  const child = spawn('vitest', ['run', '--maxWorkers', '1', '--silent=false', ...files], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const told: Told[] = []
  let line = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    const lines = (line + text).split('\n')
    line = lines.pop() ?? ''
    for (const one of lines) {
      const [, said] = /^fuzz (\{.*\})$/.exec(one) ?? []
      if (said) told.push(JSON.parse(said) as Told)
    }
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, told })))
}
