// Weeks of locations are archived, on a disk and then in S3, while devices report and readers read. The archiving process is
// killed with SIGKILL at every step, the stores fail, truncate, answer late and lie, and devices are deleted. Every read must
// have each location once; in the end the files must have nothing of deleted devices.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Report } from '../scripts/proof/report.ts'
import { readWholeFile } from '../server/src/features/archive/file/file-reader.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import type { Random } from '../simulator/src/random.ts'
import { createRandom } from '../simulator/src/random.ts'
import type { Clients } from './archive/clients.ts'
import { readTrack, startClients } from './archive/clients.ts'
import type { Gate } from './archive/gate.ts'
import { openGate } from './archive/gate.ts'
import type { ChaosStore } from './archive/stores.ts'
import { openLocalStore, openS3Store } from './archive/stores.ts'
import type { Device, TrackBook } from './archive/track-book.ts'
import { openTrackBook } from './archive/track-book.ts'
import type { Installation } from './installation/installation.ts'
import { install } from './installation/installation.ts'
import { callApi, getToken } from './installation/rest.ts'

export interface ArchiveOptions {
  seed: number
  /** Weeks that are archived, half of them on a disk and half in S3; three kills or more in each. */
  cycles: number
}

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const dayMs = 86_400_000
const weekMs = 7 * dayMs
const devicesPerAccount = 5
const rowsPerDevice = 150
const deleteEvery = 4
/** More than what is merged from. */
const latePerWeek = 1_100
const killsWhileArchiving = 2
const runWithinMs = 120_000
const drainWithinMs = 60_000

interface Totals {
  kills: Record<string, number>
  killedInS3: number
  lost: number
  doubled: number
  foreign: number
  changedAnswers: number
  failedRuns: number
  reads: number
  refusedReads: number
  reported: number
  faults: number
  deleted: number
  deletedLeft: number
  archived: number
  merges: number
  /** Objects that the manifest does not name. */
  orphans: number
}

interface Run {
  installation: Installation
  chaos: ChaosStore
  gate: Gate
  book: TrackBook
  clients: Clients
  random: Random
  totals: Totals
  /** To be deleted, one after the other. */
  victims: Device[]
  /** Numbers of deleted devices. */
  gone: number[]
  /** Pieces that a whole run sends, by phase. */
  lengths: Record<Phase, number>
}

type Phase = 'archive' | 'after'

export async function archive(
  { seed, cycles }: ArchiveOptions,
  log: (line: string) => void,
): Promise<Report> {
  log(`seed ${seed}`)
  const began = performance.now()
  const totals: Totals = {
    ...{
      kills: {},
      killedInS3: 0,
      lost: 0,
      doubled: 0,
      foreign: 0,
      changedAnswers: 0,
      failedRuns: 0,
      reads: 0,
    },
    ...{
      refusedReads: 0,
      reported: 0,
      faults: 0,
      deleted: 0,
      deletedLeft: 0,
      archived: 0,
      merges: 0,
      orphans: 0,
    },
  }
  const half = Math.ceil(cycles / 2)
  await inOneStore(openLocalStore(), { seed, cycles: half }, totals, log)
  const former = killsOf(totals)
  await inOneStore(await openS3Store(), { seed: seed + 1, cycles: half }, totals, log)
  totals.killedInS3 = killsOf(totals) - former
  const { kills, ...figures } = totals
  return {
    figures: {
      seed,
      weeks: 2 * half,
      kills: killsOf(totals),
      ...Object.fromEntries(Object.entries(kills).map(([step, count]) => [`kills ${step}`, count])),
      ...figures,
      seconds: Math.round((performance.now() - began) / 1_000),
    },
    targets: {
      kills: { atLeast: 2 * half * killsWhileArchiving },
      killedInS3: { atLeast: half * killsWhileArchiving },
      lost: { is: 0 },
      doubled: { is: 0 },
      foreign: { is: 0 },
      changedAnswers: { is: 0 },
      failedRuns: { is: 0 },
      deletedLeft: { is: 0 },
      reads: { atLeast: 20 * half },
      reported: { atLeast: 10 * half },
      faults: { atLeast: half },
      archived: { is: 2 * half },
      merges: { atLeast: 2 * half - 2 },
      orphans: { is: 0 },
    },
  }
}

const killsOf = ({ kills }: Totals) => Object.values(kills).reduce((sum, count) => sum + count, 0)

async function inOneStore(
  chaos: ChaosStore,
  { seed, cycles }: ArchiveOptions,
  totals: Totals,
  log: (line: string) => void,
): Promise<void> {
  const undo: (() => Promise<unknown>)[] = [chaos.close]
  try {
    const installation = await install({
      processes: { recorder: 'recorder', api: 'api' },
      settings: {
        ...chaos.settings,
        RASTRO_ARCHIVE_AFTER_DAYS: '14',
        RASTRO_REQUESTS_PER_MINUTE: '1000000',
      },
    })
    undo.push(installation.remove)
    const gate = await openGate(installation.env.RASTRO_DATABASE_URL!)
    undo.push(gate.close)
    const random = createRandom(seed)
    const book = openTrackBook()
    const clients = startClients(installation, book, createRandom(seed + 7))
    undo.push(clients.stop)
    const victims = await makeDevices(installation, clients, Math.ceil(cycles / deleteEvery))
    const run: Run = {
      ...{ installation, chaos, gate, book, clients, random, totals, victims, gone: [] },
      lengths: { archive: 1, after: 1 },
    }
    const newestMs = await prepareWeeks(run)
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      await archiveOneWeek(run, newestMs - (cycle + 1) * weekMs, cycle % deleteEvery === deleteEvery - 1)
      const { lost, doubled, foreign } = totals
      log(
        `week ${cycle + 1}: ${killsOf(totals)} kills, ${lost + clients.wrong.lost} lost, ${doubled + clients.wrong.doubled} doubled, ${foreign} foreign`,
      )
    }
    await clients.stop()
    await installation.isDrained(drainWithinMs)
    for (const device of clients.devices)
      await checkDevice(run, device, newestMs - cycles * weekMs, Date.now(), true)
    await scan(run, log)
    totals.lost += clients.wrong.lost
    totals.doubled += clients.wrong.doubled
    totals.foreign += clients.wrong.foreign
    totals.reads += clients.reads()
    totals.refusedReads += clients.refused()
    totals.reported += clients.reported()
    totals.faults += chaos.faults()
    totals.deleted += run.gone.length
    for (const line of installation.warnings().slice(0, 8)) log(`  ${line}`)
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

/** Returns the devices that are to be deleted; the others are those of the clients. */
async function makeDevices(installation: Installation, clients: Clients, deleted: number): Promise<Device[]> {
  const second = await installation.addAccount('second@example.com')
  const imeis = imeisOf('35630710', 2 * devicesPerAccount + deleted)
  const ofFirst = imeis.slice(0, devicesPerAccount + deleted)
  await installation.register(ofFirst)
  await second.register(imeis.slice(ofFirst.length))
  const tokens = new Map([
    [installation.accountId, await getToken(installation.apiUrl, installation.owner)],
    [second.accountId, await getToken(installation.apiUrl, second)],
  ])
  const rows = await installation.query<Omit<Device, 'token'>>(
    'select id, number, name, account_id as "accountId" from devices order by number',
  )
  const devices = rows.map((row) => ({ ...row, token: tokens.get(row.accountId)! }))
  const isVictim = ({ name }: Device) => ofFirst.slice(devicesPerAccount).some((imei) => name.includes(imei))
  clients.devices = devices.filter((device) => !isVictim(device))
  return devices.filter(isVictim)
}

/**
 * Only weeks of the experiment are there, and the api knows the border of the archive, which it reads every minute. Returns the beginning of the newest archived week.
 */
async function prepareWeeks(run: Run): Promise<number> {
  const { installation, clients } = run
  const monday = "date_trunc('week', now() - interval '21 days', 'UTC')"
  await installation.query(`
    do $$ declare old record; begin
      for old in select relname from pg_class where relkind = 'r' and relname ~ '^locations_[a-z]+_[0-9]{8}$'
          and to_date(right(relname, 8), 'YYYYMMDD') <= (${monday})::date loop
        execute format('drop table %I', old.relname);
      end loop;
    end $$`)
  const [row] = await installation.query<{ monday: Date }>(`select ${monday} as monday`)
  const newestMs = row!.monday.getTime()
  await addWeek(run, newestMs)
  await complete(run, 'archive')
  // Nobody reads meanwhile.
  clients.weeks.length = 0
  const api = installation.roles.get('api')!
  await api.stop()
  await api.start()
  clients.weeks.push(newestMs)
  return newestMs
}

/** A week that is over, in which every device has locations. */
async function addWeek({ installation, book, clients, victims }: Run, startMs: number): Promise<void> {
  const day = new Date(startMs).toISOString().slice(0, 10)
  await installation.query(
    `do $$ begin
       perform set_config('rastro.directory', 'on', true);
       perform create_location_week('standard', '${day}');
       execute format('alter table %I owner to %I', 'locations_standard_${day.replaceAll('-', '')}',
         (select tableowner from pg_tables where tablename = 'locations'));
     end $$`,
  )
  const devices = [...clients.devices, ...victims]
  const stepMs = Math.floor((weekMs - 2_000) / rowsPerDevice)
  await installation.query(
    `insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, class, more)
     select to_timestamp($2::float8 / 1000 + n * $3::float8 / 1000), date_trunc('milliseconds', now()), number, account_id,
       413900000 + n, 21700000, n, 2,
       case n % 3 when 0 then jsonb_build_object('attributes', jsonb_build_object('fuel', n)) end
     from devices, generate_series(0, $4 - 1) n where number = any($1)`,
    [devices.map(({ number }) => number), startMs + 1_000, stepMs, rowsPerDevice],
  )
  for (const { id } of devices)
    for (let n = 0; n < rowsPerDevice; n += 1) book.of(id).certain.add(startMs + 1_000 + n * stepMs)
  clients.weeks.push(startMs)
}

async function archiveOneWeek(run: Run, startMs: number, isDeletion: boolean): Promise<void> {
  const { clients, totals, installation } = run
  await addWeek(run, startMs)
  const compared = clients.devices[0]!
  const period = { fromMs: startMs - weekMs, toMs: startMs + 2 * weekMs }
  let before = await readTrack(installation, compared, period)
  const compare = async () => {
    const now = await readTrack(installation, compared, period)
    if (now?.text !== before?.text) totals.changedAnswers += 1
  }
  for (let kills = 0; kills < killsWhileArchiving; kills += 1) {
    await kill(run, 'archive', startMs)
    await checkWeek(run, startMs)
    await compare()
  }
  await complete(run, 'archive')
  await checkWeek(run, startMs)
  await compare()
  await addLate(run, startMs + weekMs)
  if (isDeletion) await deleteOne(run)
  before = await readTrack(installation, compared, period)
  // Ten minutes later.
  await letTimePass(run)
  await kill(run, 'after', startMs)
  await checkWeek(run, startMs)
  await compare()
  await complete(run, 'after')
  await checkWeek(run, startMs)
  await compare()
  const [state] = await installation.query<{ dropped: boolean }>(
    'select bool_and(dropped_at is not null) as dropped from archive_weeks where week = $1::date and class = 2',
    [new Date(startMs).toISOString().slice(0, 10)],
  )
  if (state?.dropped) totals.archived += 1
}

/** So many late locations that they are merged into the objects of their week, which was dropped. */
async function addLate({ installation, book, clients }: Run, startMs: number): Promise<void> {
  const perDevice = Math.ceil(latePerWeek / clients.devices.length)
  const stepMs = Math.floor((weekMs - 4_000) / perDevice)
  await installation.query(
    `insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, class)
     select to_timestamp($2::float8 / 1000 + n * $3::float8 / 1000), date_trunc('milliseconds', now()), number, account_id,
       413900000 + n, 21700000, n, 102
     from devices, generate_series(0, $4 - 1) n where number = any($1)`,
    [clients.devices.map(({ number }) => number), startMs + 3_001, stepMs, perDevice],
  )
  for (const { id } of clients.devices)
    for (let n = 0; n < perDevice; n += 1) book.of(id).certain.add(startMs + 3_001 + n * stepMs)
}

async function deleteOne({ installation, victims, gone }: Run): Promise<void> {
  const device = victims.shift()
  if (!device) return
  await callApi(installation.apiUrl, device.token, 'DELETE', `/api/devices/${device.id}`)
  gone.push(device.number)
}

/** As if no read used any more what has been replaced since. */
async function letTimePass({ installation, clients }: Run): Promise<void> {
  await clients.settle()
  await installation.query(
    `update archive_weeks set archived_at = archived_at - interval '11 minutes' where archived_at is not null and dropped_at is null`,
  )
  await installation.query(`update archive_merges set merged_at = merged_at - interval '11 minutes'`)
  await installation.query(`update archive_removals set removed_at = removed_at - interval '11 minutes'`)
}

/** Starts an archiving process, and kills it somewhere on its way. */
async function kill(run: Run, phase: Phase, startMs: number): Promise<void> {
  const { gate, random, totals, chaos } = run
  const piece = 1 + Math.floor(random.next() * run.lengths[phase])
  const isPassedOn = random.next() < 0.5
  const isDisturbed = random.next() < 0.4
  const child = spawnArchiver(run)
  const exited = once(child, 'exit')
  // Between two statements it reads and writes objects.
  const delayMs = random.next() < 0.5 ? 0 : random.between(0, 60)
  gate.arm(piece, isPassedOn || delayMs > 0, () => setTimeout(() => child.kill('SIGKILL'), delayMs))
  const disturbing = isDisturbed ? chaos.disturb(random) : undefined
  await Promise.race([exited, sleep(runWithinMs, undefined, { ref: false })])
  const isKilled = child.signalCode === 'SIGKILL'
  child.kill('SIGKILL')
  await exited
  await disturbing
  chaos.heal()
  gate.disarm()
  if (!isKilled) return
  const step = await stepOf(run, phase, startMs)
  totals.kills[step] = (totals.kills[step] ?? 0) + 1
}

/** How far it came. */
async function stepOf({ installation, chaos }: Run, phase: Phase, startMs: number): Promise<string> {
  const day = new Date(startMs).toISOString().slice(0, 10)
  const [week] = await installation.query<Progress>(
    `select archived_at is not null as archived, dropped_at is not null as dropped,
       (select count(*)::int from archive_objects o where o.class = w.class and o.week = w.week) as objects,
       (select count(*)::int from archive_rewrites) + (select count(*)::int from archive_removals) as waiting,
       (select count(*)::int from archive_merges where ended_at is null) as merging
     from archive_weeks w where class = 2 and week = $1::date`,
    [day],
  )
  if (phase === 'after') {
    if (week?.merging) return 'merged'
    if (week?.waiting) return 'rewriting or removing'
    return week?.dropped ? 'dropped' : 'before dropping'
  }
  if (!week) return 'before closing'
  if (week.archived) return 'archived'
  if (week.objects > 0) return 'in the manifest'
  return chaos.count(`class=2/week=${day}/`) > 0 ? 'stored' : 'closed'
}

interface Progress {
  archived: boolean
  dropped: boolean
  objects: number
  waiting: number
  merging: number
}

function spawnArchiver({ installation, gate }: Run) {
  return spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, main, 'archive', 'run', '--json'], {
    env: { ...process.env, ...installation.env, RASTRO_DATABASE_URL: gate.url, RASTRO_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Lets it end: without faults it must succeed. */
async function complete(run: Run, phase: Phase): Promise<void> {
  run.gate.disarm()
  const child = spawnArchiver(run)
  const [[code], printed] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]).then(([exit, ...texts]) => [exit, texts.join('')] as const)
  run.lengths[phase] = Math.max(1, run.gate.pieces())
  if (code === 0) return
  run.totals.failedRuns += 1
  const failures = await run.installation.query('select step, subject, reason from archive_failures')
  process.stdout.write(`  a run failed: ${printed.trim()} ${JSON.stringify(failures)}\n`)
}

async function checkWeek(run: Run, startMs: number): Promise<void> {
  for (const device of run.clients.devices) await checkDevice(run, device, startMs, startMs + weekMs, false)
}

async function checkDevice(
  run: Run,
  device: Device,
  fromMs: number,
  toMs: number,
  isDrained: boolean,
): Promise<void> {
  const { installation, book, totals } = run
  for (let weekFromMs = fromMs; weekFromMs < toMs; weekFromMs += weekMs) {
    const period = { fromMs: weekFromMs, toMs: Math.min(toMs, weekFromMs + weekMs) }
    const track = await readTrack(installation, device, period)
    // Nothing disturbs it now.
    if (!track) throw new Error(`a track of ${new Date(weekFromMs).toISOString()} could not be read`)
    const wrong = book.check(device.id, period, track.times, isDrained)
    totals.lost += wrong.lost
    totals.doubled += wrong.doubled
    totals.foreign += wrong.foreign
  }
}

/** Reads all that is stored: it has nothing of a deleted device. */
async function scan(run: Run, log: (line: string) => void): Promise<void> {
  const { chaos, installation, gone, totals } = run
  // What was replaced by the last run is removed by the next but one.
  for (let times = 0; times < 2; times += 1) {
    await letTimePass(run)
    await complete(run, 'after')
  }
  let objects = 0
  for await (const { key, bytes } of chaos.store.list('')) {
    objects += 1
    const read = (offset: number, length: number) => chaos.store.read(key, offset, length)
    for await (const { deviceNumber } of readWholeFile({ bytes, read }))
      for (const number of gone) if (deviceNumber.includes(number)) totals.deletedLeft += 1
  }
  const [known] = await installation.query<{ objects: number; merges: number; late: number }>(
    `select (select count(*)::int from archive_objects) as objects,
       (select count(*)::int from archive_merges where ended_at is not null) as merges,
       (select count(*)::int from locations where class > 100) as late`,
  )
  totals.merges += known!.merges
  totals.orphans += objects - known!.objects
  log(
    `${objects} objects in the store, ${known!.objects} in the manifest; ${gone.length} deleted devices; ${known!.merges} weeks merged, ${known!.late} late locations left in the database`,
  )
}
