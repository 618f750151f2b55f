// An account moves from one cell to the other and back, while its trackers report, its rules raise alerts, and an
// API client changes it. In the end its data must be complete in its home cell, and another account unaffected.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Report } from '../scripts/proof/report.ts'
import type { Fleet } from '../simulator/src/fleet.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { createRandom } from '../simulator/src/random.ts'
import { checkFleets, countAside } from './books/books.ts'
import { alertFiguresOf, figuresOf, wrongAlertsOf } from './books/figures.ts'
import { checkRules, makeRules } from './books/rules.ts'
import type { Installation } from './installation/installation.ts'
import { install, installDirectory } from './installation/installation.ts'
import { createTrackers } from './installation/trackers.ts'
import type { Written } from './move/writers.ts'
import { startWriters } from './move/writers.ts'

export interface MoveOptions {
  seconds: number
  seed: number
  devices: number
  locationsPerSecond: number
}

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const processes = { gateway: 'gateway', recorder: 'recorder', notifier: 'notifier', api: 'api' }
const variants = ['teltonika', 'teltonika-udp', 'gt06', 'osmand']
const drainWithinMs = 90_000
const longestPauseSeconds = 30
/** Approximate duration of a move there and back. */
const secondsPerRound = 45

export async function move(options: MoveOptions, log: (line: string) => void): Promise<Report> {
  const { seed, seconds } = options
  log(`seed ${seed}`)
  const undo: (() => Promise<unknown>)[] = []
  const began = performance.now()
  try {
    const directory = await installDirectory()
    undo.push(directory.remove)
    const cells: Installation[] = []
    for (const number of [1, 2]) {
      const cell = await install({
        processes,
        cell: { number, directory },
        // Token requests are refused repeatedly while the account moves.
        settings: { RASTRO_AUTH_FAILURES_PER_NAME: '100000', RASTRO_AUTH_FAILURES_PER_ADDRESS: '100000' },
        userName: `owner${number}@example.com`,
      })
      undo.push(cell.remove)
      cells.push(cell)
    }
    const [one, two] = cells as [Installation, Installation]
    const fleets = await startFleets([one, two], options)
    undo.push(async () => {
      for (const fleet of fleets.all) fleet.stop()
    })
    const writers = startWriters(
      cells.map(({ apiUrl }) => apiUrl),
      one.owner,
    )
    await sleep(3_000)
    for (const fleet of fleets.all) fleet.watchSilence()
    const rounds = Math.max(1, Math.floor(seconds / secondsPerRound))
    const pauses: number[] = []
    const killedAfter = await killMover(one, two, one.owner.userName, createRandom(seed).between(0, 3_000))
    log(`a move was killed ${killedAfter}`)
    for (let round = 0; round < rounds; round += 1) {
      for (const [from, to] of [
        [one, two],
        [two, one],
      ] as const) {
        const moved = await moveOnce(from, to, one.owner.userName)
        // If the killed move was almost complete, there was no pause.
        if (!('pauseSeconds' in moved)) {
          log('finished the killed move')
          continue
        }
        pauses.push(moved.pauseSeconds)
        const { rows, locations, copySeconds, pauseSeconds } = moved
        log(`moved ${rows} rows and ${locations} locations in ${copySeconds} s, paused ${pauseSeconds} s`)
        await sleep(3_000)
      }
    }
    const written = await writers.finish()
    for (const fleet of fleets.all) fleet.stopReporting()
    const sent = await Promise.all(fleets.all.map((fleet) => fleet.drained(drainWithinMs)))
    const isSettled = await isAllStored(cells)
    const report = await judge(one, cells, fleets, written, log)
    for (const cell of cells) for (const one of cell.warnings().slice(0, 10)) log(`  ${one}`)
    const figures = {
      seed,
      moves: pauses.length,
      longestPauseSeconds: Math.max(...pauses),
      unsent: sent.every(Boolean)
        ? 0
        : fleets.all.reduce((sum, fleet) => sum + fleet.statistics().unacknowledged, 0),
      heldOrPending: isSettled ? 0 : 1,
      ...report,
      crashes: one.crashes() + two.crashes(),
      seconds: Math.round((performance.now() - began) / 1_000),
    }
    return { figures, targets }
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

const targets: Report['targets'] = {
  moves: { atLeast: 1 },
  longestPauseSeconds: { atMost: longestPauseSeconds },
  trackersSilentSeconds: { atMost: longestPauseSeconds },
  changeWaitedSeconds: { atMost: longestPauseSeconds },
  readWaitedSeconds: { atMost: longestPauseSeconds },
  acknowledged: { atLeast: 500 },
  lost: { is: 0 },
  duplicates: { is: 0 },
  staleNewest: { is: 0 },
  alertsExpected: { atLeast: 1 },
  alertsMissing: { is: 0 },
  alertsExtra: { is: 0 },
  changes: { atLeast: 10 },
  changesLost: { is: 0 },
  changesDoubled: { is: 0 },
  otherAccountSilentSeconds: { atMost: 5 },
  otherAccountLost: { is: 0 },
  otherAccountDuplicates: { is: 0 },
  unsent: { is: 0 },
  heldOrPending: { is: 0 },
  deadLetters: { is: 0 },
  unknownDevices: { is: 0 },
  crashes: { is: 0 },
}

interface Fleets {
  moving: Fleet[]
  other: Fleet
  all: Fleet[]
}

async function startFleets([one, two]: [Installation, Installation], options: MoveOptions): Promise<Fleets> {
  const { devices, locationsPerSecond, seed } = options
  const identifiers = imeisOf('35630704', devices)
  await one.register(identifiers)
  await makeRules(one, { accountId: one.accountId })
  const others = imeisOf('35630705', 10)
  const other = await one.addAccount('other@example.com')
  await other.register(others)
  const fleetOf = (identifiers: string[], rate: number, at: Installation) =>
    createTrackers(at, { identifiers, variants, locationsPerSecond: rate, seed, sosEvery: 20 })
  const half = Math.ceil(devices / 2)
  const moving = [
    fleetOf(identifiers.slice(0, half), locationsPerSecond / 2, one),
    fleetOf(identifiers.slice(half), locationsPerSecond / 2, two),
  ]
  const fleets = { moving, other: fleetOf(others, 10, one) }
  const all = [...moving, fleets.other]
  for (const fleet of all) fleet.start()
  return { ...fleets, all }
}

interface Moved {
  rows: number
  locations: number
  copySeconds: number
  pauseSeconds: number
}

const database = 'rastro'

function commandOf(from: Installation, to: Installation, account: string) {
  const args = [main, 'account', 'move', account, '--to', to.env.RASTRO_CELL_NUMBER!]
  const env = {
    PATH: process.env.PATH ?? '',
    ...from.env,
    RASTRO_MOVE_SOURCE_URL: from.postgres.url('superuser', database),
    RASTRO_MOVE_TARGET_URL: to.postgres.url('superuser', database),
  }
  return { args, env }
}

async function moveOnce(
  from: Installation,
  to: Installation,
  account: string,
): Promise<Moved | { finished: true }> {
  const { args, env } = commandOf(from, to, account)
  const { stdout } = await promisify(execFile)(process.execPath, [...args, '--json'], { env })
  return JSON.parse(stdout)
}

/** Kills a move some time after it has stopped all changes. Describes its progress by its last output. */
async function killMover(
  from: Installation,
  to: Installation,
  account: string,
  afterMs: number,
): Promise<string> {
  const { args, env } = commandOf(from, to, account)
  const mover = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  const isClosed = new Promise<void>((resolve) => {
    mover.stderr.on('data', (chunk: Buffer) => {
      output += chunk
      if (output.includes('pausing changes')) resolve()
    })
    mover.on('exit', () => resolve())
  })
  await isClosed
  await sleep(afterMs)
  mover.kill('SIGKILL')
  if (mover.exitCode === null && mover.signalCode === null) await once(mover, 'exit')
  return `${Math.round(afterMs)} ms after "${output.trim().split('\n').at(-1)}"`
}

/** Whether no message waits in a log, and no location is buffered. */
async function isAllStored(cells: Installation[]): Promise<boolean> {
  const deadline = performance.now() + drainWithinMs
  for (;;) {
    const drained = await Promise.all(cells.map((cell) => cell.isDrained(drainWithinMs)))
    const buffered = await Promise.all(cells.map((cell) => cell.query('select from buffered_locations')))
    if (drained.every(Boolean) && buffered.every((rows) => rows.length === 0)) return true
    if (performance.now() > deadline) return false
    await sleep(500)
  }
}

async function judge(
  home: Installation,
  cells: Installation[],
  fleets: Fleets,
  written: Written,
  log: (line: string) => void,
) {
  const findings = await checkFleets(home, fleets.moving)
  const ofOther = await checkFleets(home, [fleets.other])
  const alerts = await checkRules(home, home.accountId)
  for (const line of wrongAlertsOf(alerts)) log(line)
  const asides = await Promise.all(cells.map(countAside))
  const changes = await checkChanges(home, written)
  const silentSeconds = (all: Fleet[]) =>
    Math.round(Math.max(...all.map((fleet) => fleet.statistics().longestSilenceMs)) / 100) / 10
  return {
    trackersSilentSeconds: silentSeconds(fleets.moving),
    changeWaitedSeconds: Math.round(written.longestMs / 100) / 10,
    readWaitedSeconds: Math.round(written.longestReadMs / 100) / 10,
    refusals: written.refusals,
    ...figuresOf(findings),
    ...alertFiguresOf(alerts),
    ...changes,
    otherAccountAcknowledged: ofOther.acknowledged,
    otherAccountSilentSeconds: silentSeconds([fleets.other]),
    otherAccountLost: ofOther.lost.length,
    otherAccountDuplicates: ofOther.duplicated.length,
    deadLetters: asides.reduce((sum, { deadLetters }) => sum + deadLetters, 0),
    unknownDevices: asides.reduce((sum, { unknownDevices }) => sum + unknownDevices, 0),
  }
}

/** Every confirmed change is there exactly once. */
async function checkChanges({ query, accountId }: Installation, { made, renamed }: Written) {
  let [lost, doubled] = [0, 0]
  const wanted = [
    ['devices', 'name', made.devices],
    ['geofences', 'name', made.geofences],
    ['users', 'user_name', made.users],
  ] as const
  for (const [table, column, names] of wanted) {
    const rows = await query<{ name: string; count: number }>(
      `select ${column} as name, count(*)::int from ${table} where account_id = $1 and ${column} ilike 'made%' group by 1`,
      [accountId],
    )
    const counts = new Map(rows.map(({ name, count }) => [name, count]))
    lost += names.filter((name) => !counts.has(name)).length
    doubled += [...counts.values()].filter((count) => count > 1).length
  }
  const devices = await query<{ name: string; description: string | null }>(
    `select name, description from devices where account_id = $1 and name like 'Made %'`,
    [accountId],
  )
  const current = new Map(devices.map(({ name, description }) => [name, description]))
  lost += [...renamed].filter(([name, description]) => current.get(name) !== description).length
  const changes = made.devices.length + made.geofences.length + made.users.length + renamed.size
  return { changes, changesLost: lost, changesDoubled: doubled }
}
