// A fleet to look at: an account with devices that move along real roads and sea lanes, and a month behind them.

import { setTimeout as sleep } from 'node:timers/promises'
import { print } from '@rastro/cli/output'
import { startProgress } from '@rastro/cli/progress'
import type { DemoDevice } from '@rastro/simulator/demo/device'
import type { Drive } from '@rastro/simulator/demo/drive'
import { driveDemo } from '@rastro/simulator/demo/drive'
import { maxDevices, planDemo } from '@rastro/simulator/demo/plan'
import { Command, InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../config/config.ts'
import { createPast, spansOf } from '../features/recorder/backfill.api.ts'
import { ConflictError } from '../platform/http/errors.ts'
import { createLog } from '../platform/observability/log.ts'
import { openEngines } from '../roles/dependencies.ts'
import { handleOldAlerts } from './demo/handled.ts'
import { fillMonth, fillRecent } from './demo/past.ts'
import type { DemoWorld } from './demo/world.ts'
import { keepWorld, watchSilence } from './demo/world.ts'

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
const noIridium =
  'Devices over Iridium stand still: RASTRO_DIRECTIP_NETWORKS names no network. For them: 127.0.0.1/32\n'

export const demoCommand = new Command('demo')
  .description(
    'fill an account with a fleet and a month of its past, and let it move; needs `rastro serve` beside it',
  )
  .option('--devices <number>', 'how many', wholeUpTo(maxDevices), maxDevices)
  .option('--days <number>', 'how much of the past', wholeUpTo(60), 30)
  .option('--host <host>', 'where the gateway listens', '127.0.0.1')
  .option('--port <port>', 'where the gateway listens (default: as configured)', wholeUpTo(65_535))
  .option('--url <url>', 'where the API answers (default: as configured)')
  .option('--only-fill', 'end when the past is there; nothing moves')
  .addOption(new Option('--only-catch-up', 'end when the last day is there').hideHelp())
  .addOption(new Option('--delete-with <command>', 'what deletes it all').hideHelp())
  .option('--json', 'print JSON')
  .action(demo)

async function demo(options: Options): Promise<void> {
  const config = readConfig(process.env)
  const { ctx, close } = await openEngines(config, createLog('error'))
  const url = options.url ?? `http://${config.http.host}:${config.http.port}`
  const { isStopped, stopped } = listenForStop()
  const past = createPast(ctx)
  let drive: Drive | undefined
  try {
    const plan = planDemo(options.devices)
    const world = await keepWorld(ctx, plan)
    const filling = {
      plan,
      spans: await spansOf(ctx, world.caller.accountId),
      untilMs: Math.floor(Date.now() / 1_000) * 1_000,
      days: options.days,
    }
    await showing('The last day', options, (report) => fillRecent(past, filling, { report, isStopped }))
    if (isStopped()) return
    await watchSilence(ctx, world)
    if (filling.spans.size === 0) await handleOldAlerts(ctx, world.caller)
    if (options.onlyCatchUp) return
    if (!options.onlyFill) {
      await untilServed(url, isStopped)
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
    print(options, { ...shown(world, plan), url: address }, wordsOf(world, plan, address, options))
    await showing('The month before', options, (report) => fillMonth(past, filling, { report, isStopped }))
    if (drive) await stopped
  } finally {
    drive?.stop()
    past.stop()
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

async function untilServed(url: string, isStopped: () => boolean): Promise<void> {
  const deadline = performance.now() + waitForServerMs
  while (!isStopped()) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    if (performance.now() > deadline) {
      throw new ConflictError(
        'demo.no_server',
        `Nobody answers at ${url}. Start the server beside this: rastro serve`,
      )
    }
    await sleep(200)
  }
}

function shown({ userName, password, apiKey }: DemoWorld, plan: readonly DemoDevice[]) {
  return { userName, password, apiKey, devices: plan.length }
}

function wordsOf(world: DemoWorld, plan: readonly DemoDevice[], url: string, options: Options): string {
  const { userName, password, apiKey } = world
  const login = JSON.stringify({ userName, apiKey })
  const token = `$(curl -s ${url}/api/Auth/Token -H 'Content-Type: application/json' -d '${login}' | grep -o 'eyJ[^"]*')`
  return [
    '',
    `  ${plan.length} devices ${options.onlyFill ? 'are there' : 'are moving'}. Open the map and sign in:`,
    '',
    `    address    ${url}`,
    `    user name  ${userName}`,
    `    password   ${password}`,
    '',
    '  The same by program, ready to paste:',
    '',
    `    curl -s "${url}/api/devices?limit=3" -H "Authorization: Bearer ${token}"`,
    '',
    ...(options.onlyFill ? [] : ['  Ctrl-C stops it; the next start goes on.']),
    ...(options.deleteWith ? [`  ${options.deleteWith} deletes it.`] : []),
    '',
  ].join('\n')
}

function wholeUpTo(most: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (Number.isInteger(number) && number >= 1 && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`)
  }
}
