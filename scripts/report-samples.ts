// npm run report-samples -- FOLDER [--devices 40] [--only days,fuel] [--formats pdf,xlsx]: a month of the demo, and every
// report of it in each language and format. The first and the last pages of PDF files are rendered to pictures, if poppler
// is installed. The folder is an artifact: nothing of it is committed but the pictures of the documentation.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { planDemo } from '@rastro/simulator/demo/plan'
import { ensureWorld } from '../server/src/commands/demo/world.ts'
import { readConfig } from '../server/src/config/config.ts'
import { processDueFuel } from '../server/src/features/fuel/processor.api.ts'
import { readReport, requestReport } from '../server/src/features/reports/report.api.ts'
import type { RunRequest } from '../server/src/features/reports/report.types.ts'
import { reportFormats, reportTypes } from '../server/src/features/reports/report.types.ts'
import { writeNext } from '../server/src/features/reports/reporter.api.ts'
import { computeTrips } from '../server/src/features/trips/history.api.ts'
import type { Context } from '../server/src/platform/context.ts'
import { inTransaction } from '../server/src/platform/db/db.ts'
import type { Caller } from '../server/src/platform/http/caller.ts'
import { createLog } from '../server/src/platform/observability/log.ts'
import { openDependencies } from '../server/src/roles/dependencies.ts'
import { startServices } from './services/services.ts'

const languages = ['en', 'es', 'pt'] as const
const days = 31
const devicesAtOnce = 20
const renderedPages = 3
const dotsPerInch = '90'
const maxAttempts = 10
const retryAfterMs = 3_000
const main = join(import.meta.dirname, '../server/src/main.ts')

const { values, positionals } = parseArgs({
  options: {
    devices: { type: 'string', default: '40' },
    only: { type: 'string' },
    formats: { type: 'string' },
  },
  allowPositionals: true,
})
const [folder] = positionals
if (folder === undefined) {
  console.error('npm run report-samples -- FOLDER [--devices 40] [--only days,fuel] [--formats pdf,xlsx]')
  process.exit(2)
}
const out = resolve(folder)
mkdirSync(out, { recursive: true })

const services = await startServices({ dir: mkdtempSync(join(tmpdir(), 'rastro-report-samples-')) })
try {
  await services.postgres.createDatabase('rastro')
  const env = {
    PATH: process.env.PATH ?? '',
    RASTRO_DATABASE_URL: services.postgres.url('app', 'rastro'),
    RASTRO_DATABASE_OWNER_URL: services.postgres.url('owner', 'rastro'),
    RASTRO_NATS_URL: services.nats.url,
    RASTRO_NATS_MONITOR_URL: services.nats.monitorUrl,
    RASTRO_PUBLIC_URL: 'https://track.example.com',
    RASTRO_SECRET: 'a secret for samples of reports that is long enough',
    RASTRO_EVENT_LOG_MAX_MB: '512',
    RASTRO_LOCATION_LOG_MAX_MB: '512',
    RASTRO_FRAME_LOG_MAX_MB: '256',
    RASTRO_LOG_LEVEL: 'error',
    // Beside other work the machine may be slow.
    RASTRO_STATEMENT_TIMEOUT_MS: '120000',
  }
  const rastro = (...args: string[]) =>
    execFileSync(process.execPath, [main, ...args], { env, stdio: 'inherit' })
  rastro('migrate')
  rastro('demo', '--only-fill', '--devices', values.devices, '--days', String(days + 1))
  const { ctx, close } = await openDependencies(readConfig(env), createLog('error'))
  try {
    await writeSamples(ctx)
  } finally {
    await close()
  }
} finally {
  await services.remove()
}

async function writeSamples(ctx: Context): Promise<void> {
  const plan = planDemo(Number(values.devices))
  const { caller } = await ensureWorld(ctx, plan)
  const identifiers = plan.map(({ identifier }) => identifier)
  for (let at = 0; at < identifiers.length; at += devicesAtOnce) {
    await computeTrips(ctx, caller.accountId, identifiers.slice(at, at + devicesAtOnce))
  }
  while (await processDueFuel(ctx));
  // Alerts of the demo are of its last day, which is today.
  const today = Temporal.Now.zonedDateTimeISO('Europe/Madrid').toPlainDate()
  const period = { from: today.subtract({ days: days - 1 }).toString(), to: today.toString() }
  const wanted = values.only?.split(',')
  const formats = values.formats?.split(',')
  for (const report of reportTypes.filter((type) => wanted?.includes(type) ?? true)) {
    for (const language of languages) {
      for (const format of reportFormats.filter((one) => formats?.includes(one) ?? true)) {
        const range = report === 'temperature' ? { minTemperature: -25, maxTemperature: -15 } : {}
        const request = { report, ...period, ...range, format, language, units: 'metric' } as const
        const file = join(out, `${report}-${language}.${format}`)
        writeFileSync(file, await fileOf(ctx, caller, request))
        if (format === 'pdf') renderPages(file)
      }
    }
    console.log(report)
  }
}

function renderPages(file: string): void {
  const { stdout } = spawnSync('pdfinfo', [file], { encoding: 'utf8' })
  const count = Number(/^Pages: +(\d+)/m.exec(stdout ?? '')?.[1] ?? 0)
  const render = (first: number, last: number) => {
    const pages = ['-f', String(first), '-l', String(last)]
    spawnSync('pdftoppm', ['-r', dotsPerInch, ...pages, '-png', file, file.slice(0, -'.pdf'.length)])
  }
  render(1, Math.min(count, renderedPages))
  if (count > renderedPages) render(count, count)
}

/** Beside other work connections and leases may be lost: another run is requested then. */
async function fileOf(ctx: Context, caller: Caller, request: RunRequest): Promise<Buffer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { id } = await inTransaction(ctx, caller.accountId, (tx) => requestReport(tx, caller, request))
      while (await writeNext(ctx));
      return await readReport(ctx, caller, id)
    } catch (error) {
      if (attempt === maxAttempts) throw error
      await sleep(retryAfterMs)
    }
  }
}
