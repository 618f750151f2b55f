// The demo: an account with devices that move along real roads and sea lanes, and a month of history.

import { setTimeout as sleep } from 'node:timers/promises'
import { print } from '@rastro/cli/output'
import { startProgress } from '@rastro/cli/progress'
import type { DemoDevice } from '@rastro/simulator/demo/device'
import type { Drive } from '@rastro/simulator/demo/drive'
import { driveDemo } from '@rastro/simulator/demo/drive'
import { maxDevices, planDemo } from '@rastro/simulator/demo/plan'
import { Command, InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../config/config.ts'
import { createBackfill, spansOf } from '../features/recorder/backfill.api.ts'
import { holdDevices, releaseDevices } from '../features/trips/history.api.ts'
import { ConflictError } from '../platform/http/errors.ts'
import { createLog } from '../platform/observability/log.ts'
import { openDependencies } from '../roles/dependencies.ts'
import { handleOldAlerts } from './demo/handled-alerts.ts'
import { fillMonth, fillRecent } from './demo/history.ts'
import { createReports } from './demo/reports.ts'
import { chooseShown, findLateHour, showTrips } from './demo/trips.ts'
import type { DemoWorld } from './demo/world.ts'
import { ensureSilenceRule, ensureWorld } from './demo/world.ts'

interface Options {
  devices: number
  days: number
  host: string
  port?: number
  url?: string
  onlyFill?: true
  onlyCatchUp?: true
  deleteWith?: string
  json?: true
}

const waitForServerMs = 180_000
/** Trips are computed when the history of a device is complete, or after this. */
const holdTripsMs = 3_600_000
const noIridium =
  'Iridium devices and ships will not report: RASTRO_DIRECTIP_NETWORKS is not set. Set it to 127.0.0.1/32\n'

export const demoCommand = new Command('demo')
  .description(
    'create a demo account with a month of history and keep its devices moving; requires a running `rastro serve`',
  )
  .option('--devices <number>', 'number of devices', wholeUpTo(maxDevices), maxDevices)
  .option('--days <number>', 'days of history', wholeUpTo(60), 30)
  .option('--host <host>', 'gateway host', '127.0.0.1')
  .option('--port <port>', 'gateway port (default: as configured)', wholeUpTo(65_535))
  .option('--url <url>', 'API URL (default: as configured)')
  .option('--only-fill', 'exit when the history is complete; devices do not move')
  .addOption(new Option('--only-catch-up', 'exit when the last day is complete').hideHelp())
  .addOption(new Option('--delete-with <command>', 'command shown for deleting the demo').hideHelp())
  .option('--json', 'print JSON')
  .action(demo)

async function demo(options: Options): Promise<void> {
  const config = readConfig(process.env)
  const { ctx, close } = await openDependencies(config, createLog('error'))
  const url = options.url ?? `http://${config.http.host}:${config.http.port}`
  const { isStopped, stopped } = listenForStop()
  const backfill = createBackfill(ctx)
  let drive: Drive | undefined
  try {
    const plan = planDemo(options.devices)
    const world = await ensureWorld(ctx, plan)
    const { accountId } = world.caller
    const spans = await spansOf(ctx, accountId)
    const isFirst = spans.size === 0
    const untilMs = Math.floor(Date.now() / 1_000) * 1_000
    const late = isFirst ? findLateHour(plan, untilMs) : undefined
    const early = isFirst ? chooseShown(plan, late) : []
    const filling = { plan, spans, untilMs, days: options.days }
    await holdDevices(ctx, accountId, new Date(untilMs + holdTripsMs))
    const punctual = { ...filling, plan: plan.filter((device) => device !== late?.device) }
    await showing('The last day', options, (report) => fillRecent(backfill, punctual, { report, isStopped }))
    if (isStopped()) return
    const shownIds = isFirst
      ? await showTrips(ctx, world.caller, backfill, filling, { shown: early, late })
      : []
    await ensureSilenceRule(ctx, world)
    if (isFirst) await handleOldAlerts(ctx, world.caller)
    if (shownIds.length > 0) await createReports(ctx, world.caller, shownIds, options.days)
    if (options.onlyCatchUp) return
    if (!options.onlyFill) {
      await waitForServer(url, isStopped)
      if (isStopped()) return
      drive = driveDemo(plan, {
        fromMs: filling.untilMs,
        host: options.host,
        port: options.port ?? config.gateway.port,
        ingestUrl: `${url}/ingest`,
      })
    }
    const address = options.url ? url : config.http.publicUrl
    if (drive && config.gateway.directipNetworks.length === 0) process.stderr.write(noIridium)
    print(options, { ...shown(world, plan), url: address }, describe(world, plan, address, options))
    const remaining = { ...filling, plan: plan.filter((device) => !early.includes(device)) }
    await showing('The month before', options, (report) =>
      fillMonth(backfill, remaining, {
        report,
        isStopped,
        completed: ({ identifier }) => releaseDevices(ctx, accountId, [identifier]),
      }),
    )
    if (drive) await stopped
  } finally {
    drive?.stop()
    backfill.stop()
    await close()
  }
}

function listenForStop(): { isStopped(): boolean; stopped: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isStopped = false
  const stop = () => {
    isStopped = true
    resolve()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  return { isStopped: () => isStopped, stopped: promise }
}

async function showing(
  label: string,
  options: Options,
  work: (report: (share: number) => void) => Promise<void>,
): Promise<void> {
  const progress = startProgress(label, options)
  await work((share) => progress.at(Math.round(share * 100), 100))
  progress.end()
}

async function waitForServer(url: string, isStopped: () => boolean): Promise<void> {
  const deadline = performance.now() + waitForServerMs
  while (!isStopped()) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined)
    if (response?.ok) return
    if (performance.now() > deadline) {
      throw new ConflictError(
        'demo.no_server',
        `No server responds at ${url}. Start it in another terminal: rastro serve`,
      )
    }
    await sleep(200)
  }
}

function shown({ userName, password, apiKey }: DemoWorld, plan: readonly DemoDevice[]) {
  return { userName, password, apiKey, devices: plan.length }
}

function describe(world: DemoWorld, plan: readonly DemoDevice[], url: string, options: Options): string {
  const { userName, password, apiKey } = world
  const login = JSON.stringify({ userName, apiKey })
  const token = `$(curl -s ${url}/api/Auth/Token -H 'Content-Type: application/json' -d '${login}' | grep -o 'eyJ[^"]*')`
  return [
    '',
    `  ${plan.length} devices ${options.onlyFill ? 'are ready' : 'are moving'}. Open the map and sign in:`,
    '',
    `    URL        ${url}`,
    `    user name  ${userName}`,
    `    password   ${password}`,
    '',
    '  The same with curl, ready to paste:',
    '',
    `    curl -s "${url}/api/devices?limit=3" -H "Authorization: Bearer ${token}"`,
    '',
    ...(options.onlyFill
      ? []
      : ['  Press Ctrl-C to stop. On restart the demo catches up to the current time.']),
    ...(options.deleteWith ? [`  To delete it: ${options.deleteWith}`] : []),
    '',
  ].join('\n')
}

function wholeUpTo(max: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (Number.isInteger(number) && number >= 1 && number <= max) return number
    throw new InvalidArgumentError(`Must be a whole number from 1 to ${max}.`)
  }
}
