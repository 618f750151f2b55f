// Simulated trackers, for demonstrations and measurements.

import { wholeFrom } from '@rastro/cli/options'
import { print } from '@rastro/cli/output'
import type { Fleet, FleetOptions } from '@rastro/simulator'
import { createFleet } from '@rastro/simulator'
import { imeisOf } from '@rastro/simulator/identifiers'
import { variants } from '@rastro/simulator/protocol-variants'
import { Command, InvalidArgumentError } from 'commander'
import { operator } from '../features/audit/audit.api.ts'
import { findUserByName } from '../features/auth/auth.api.ts'
import type { Creator } from '../features/devices/device-changes.api.ts'
import { keepDevices } from '../features/devices/device-changes.api.ts'
import { inTransaction } from '../platform/db/db.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import { asOperator } from './operator.ts'

interface Options {
  devices: number
  rate: number
  perReport: number
  protocol: string[]
  host: string
  port: number
  ingestUrl?: string
  seconds?: number
  seed: number
  identifiers: string
  register?: string
  json?: true
}

const drainWithinMs = 15_000
const names = variants.map(({ name }) => name)

export const trackerCommand = new Command('tracker')
  .description('simulate trackers that report locations and check their acknowledgements')
  .option('--devices <number>', 'number of trackers', wholeFrom(1), 10)
  .option('--rate <number>', 'locations per second in total', positive, 1)
  .option('--per-report <number>', 'locations per report', wholeFrom(1), 1)
  .option('--protocol <names>', `protocols, assigned in turn: ${names.join(', ')}`, readProtocols, [
    'teltonika',
  ])
  .option('--host <host>', 'gateway host', '127.0.0.1')
  .option('--port <port>', 'gateway port', wholeFrom(1), 5_000)
  .option('--ingest-url <url>', 'URL for HTTP protocols (default: http://<host>:8080/ingest)')
  .option('--seconds <number>', 'duration (default: until Ctrl-C)', positive)
  .option('--seed <number>', 'random seed; the same seed gives the same routes', wholeFrom(0), 1)
  .option('--identifiers <prefix>', 'first digits of the IMEIs', '35630704')
  .option('--register <userName>', 'create the devices first, in the account of this user')
  .option('--json', 'print the summary as JSON')
  .action(async (options: Options) => {
    const identifiers = imeisOf(options.identifiers, options.devices)
    const fleet = createFleet(toFleetOptions(options, identifiers))
    const say = (text: string) => options.json || console.log(text)
    if (options.register) {
      const made = await register(
        options.register,
        fleet.trackers.map(({ identifier }) => identifier),
      )
      say(`${made} devices created, ${identifiers.length - made} already existed`)
    }
    await drive(fleet, options)
    print(options, { ...options, ...fleet.statistics() }, summaryOf(fleet))
    if (fleet.statistics().unacknowledged > 0) process.exitCode = 1
  })

function toFleetOptions(options: Options, identifiers: string[]): FleetOptions {
  return {
    identifiers,
    variants: options.protocol,
    locationsPerSecond: options.rate,
    locationsPerReport: options.perReport,
    seed: options.seed,
    host: options.host,
    port: options.port,
    ...(options.ingestUrl && { ingestUrl: options.ingestUrl }),
    sensors: true,
    // Keeping every acknowledgement would exhaust memory in a long run.
    remembers: false,
  }
}

async function register(userName: string, identifiers: string[]): Promise<number> {
  return asOperator(async (ctx) => {
    const { userId, accountId } = await findUserByName(ctx, userName)
    if (!userId) throw new NotFoundError('users.not_found', `User "${userName}" does not exist.`)
    const creator: Creator = { ...operator, role: 'owner', privileges: new Set(), scope: { kind: 'all' } }
    const documents = identifiers.map((identifier, index) => ({ name: `Simulated ${index + 1}`, identifier }))
    const created = await inTransaction(ctx, accountId, (tx) => keepDevices(tx, creator, documents))
    return created.length
  })
}

/** Runs for the given time or until interrupted, then sends what is pending. */
async function drive(fleet: Fleet, { seconds, json }: Options): Promise<void> {
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<void>()
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  const progress = json ? undefined : setInterval(() => showProgress(fleet), 1_000)
  fleet.start()
  const timer = seconds && setTimeout(interrupt, seconds * 1_000)
  await interrupted
  clearTimeout(timer)
  fleet.stopReporting()
  await fleet.drained(drainWithinMs)
  clearInterval(progress)
  fleet.stop()
}

function showProgress(fleet: Fleet): void {
  const { seconds, made, acknowledged, unacknowledged, refusals, latency } = fleet.statistics()
  const parts = [
    `${seconds.toFixed(0)} s`,
    `${made} made`,
    `${acknowledged} acknowledged`,
    `${unacknowledged} waiting`,
    `p99 ${latency.p99Ms} ms`,
    ...(refusals > 0 ? [`${refusals} refusals: are the devices registered? (--register)`] : []),
  ]
  const line = parts.join(' · ')
  // On a terminal the line is overwritten; in a file each is a new line.
  process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
}

function summaryOf(fleet: Fleet): string {
  const { seconds, made, sent, acknowledged, latency, delay, connections, refusals, cpuSeconds } =
    fleet.statistics()
  const [first] = fleet.trackers
  return `${process.stdout.isTTY ? '\n' : ''}
trackers         ${fleet.trackers.length}, the first is ${first?.identifier} (${first?.variant})
made             ${made} locations in ${seconds.toFixed(1)} s
sent             ${sent}, including retries
acknowledged     ${acknowledged}, ${(acknowledged / seconds).toFixed(1)} per second
ack latency      p50 ${latency.p50Ms} ms, p99 ${latency.p99Ms} ms, at most ${latency.maxMs} ms
delay            p50 ${delay.p50Ms} ms, p99 ${delay.p99Ms} ms, at most ${delay.maxMs} ms
connections      ${connections}, refused ${refusals}
own CPU time     ${cpuSeconds.toFixed(2)} s`
}

function readProtocols(text: string): string[] {
  const wanted = text.split(',')
  const unknown = wanted.filter((name) => !names.includes(name))
  if (unknown.length === 0) return wanted
  throw new InvalidArgumentError(`Unknown: ${unknown.join(', ')}. Known protocols: ${names.join(', ')}.`)
}

function positive(text: string): number {
  const number = Number(text)
  if (number > 0 && Number.isFinite(number)) return number
  throw new InvalidArgumentError('Must be a number greater than 0.')
}
