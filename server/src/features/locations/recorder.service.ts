// Stores what the log holds. A batch seen twice changes nothing; what cannot be stored at all is put aside, not lost.

import type { LogMessage, Worked } from '../../platform/bus-log.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db.ts'
import { isOfDatabase, isRefusedForGood } from '../../platform/db.ts'
import { isUnavailable } from '../../platform/errors.ts'
import { metrics } from '../../platform/metrics.ts'
import { traceClock } from '../../platform/tracing.ts'
import type { Judge, Stored } from '../alerts/judge.service.ts'
import type { DeviceMemory } from './device-memory.service.ts'
import { keyOf } from './device-memory.service.ts'
import type { LocationBatch, LocationRow } from './location.types.ts'
import type { StorableRow } from './recorder.queries.ts'
import * as queries from './recorder.queries.ts'
import type { RowTraces } from './row-traces.service.ts'
import { traceRows } from './row-traces.service.ts'
import type { Telling } from './telling.service.ts'
import { tellFollowers, tellWriters } from './telling.service.ts'

type Needs = Pick<Context, 'log'> &
  Telling & {
    /** Absent where nothing is to be judged: dead letters are old. */
    judging?: { judge: Judge; partition: number }
    tally?: Tally
  }

/** What became of locations that somebody counts. */
export interface Tally {
  heard: number
  stored: number
  /** Of trackers that no account has. */
  strangers: number
}

const mostStrangers = 10_000
const mostRowsPerStatement = 2_000

interface Parsed extends LocationBatch {
  message: LogMessage
}

/** Commit first, then tell whoever waits and whoever follows. The caller acknowledges to the log last. */
export async function recordMessages(
  ctx: Needs,
  memory: DeviceMemory,
  messages: LogMessage[],
): Promise<Worked> {
  const beganAt = performance.now()
  const batches: Parsed[] = []
  const telling: Promise<void>[] = []
  for (const message of messages) {
    const batch = parse(message)
    if (batch) batches.push(batch)
    else await putAside(ctx, message, 'not a batch of locations')
  }
  try {
    for (const stretch of stretchesOf(batches)) telling.push((await storeBatches(ctx, memory, stretch)).told)
  } catch (error) {
    if (!isHopeless(error)) throw error
    ctx.log.warn(
      { err: error, messages: batches.length },
      'a batch was refused; its messages are tried one by one',
    )
    for (const batch of batches) await storeAlone(ctx, memory, batch)
  }
  metrics.batch.observe((performance.now() - beganAt) / 1_000)
  return { told: Promise.all(telling) }
}

/** Without the log: for whoever brings a past of his own. The rows are of one partition, where they are to be judged. */
export async function recordRows(ctx: Needs, memory: DeviceMemory, rows: LocationRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += mostRowsPerStatement) {
    await (await storeBatches(ctx, memory, [{ rows: rows.slice(from, from + mostRowsPerStatement) }])).told
  }
}

/** Whatever the database may take at another time is left to be tried again; the rest would block the log for ever. */
export function isHopeless(error: unknown): boolean {
  if (isOfDatabase(error)) return isRefusedForGood(error)
  return !isUnavailable(error)
}

/** What can be stored is. Only the rows that are refused by themselves are put aside. */
async function storeAlone(ctx: Needs, memory: DeviceMemory, batch: Parsed): Promise<void> {
  const refused: Refused[] = []
  await storeWhatGoes(ctx, memory, batch, refused)
  if (refused.length === 0) return
  const rows = refused.map(({ row }) => row)
  const bytes = Buffer.from(JSON.stringify({ rows } satisfies LocationBatch))
  await putAside(ctx, { ...batch.message, bytes }, refused[0]!.why)
}

interface Refused {
  row: LocationRow
  why: string
}

async function storeWhatGoes(
  ctx: Needs,
  memory: DeviceMemory,
  batch: Parsed,
  refused: Refused[],
): Promise<void> {
  const { rows, message } = batch
  // A device may have been deleted between looking it up and storing.
  memory.forget(rows.flatMap((row) => (Array.isArray(row) ? [row[0]] : [])))
  try {
    await (await storeBatches(ctx, memory, [batch])).told
  } catch (error) {
    if (!isHopeless(error)) throw error
    if (rows.length === 1) {
      refused.push({ row: rows[0]!, why: (error as Error).message })
      return
    }
    // Whoever waits for an answer goes without: nobody could say it in one.
    const half = Math.ceil(rows.length / 2)
    const kind = { message, ...(batch.history && { history: batch.history }) }
    await storeWhatGoes(ctx, memory, { ...kind, rows: rows.slice(0, half) }, refused)
    await storeWhatGoes(ctx, memory, { ...kind, rows: rows.slice(half) }, refused)
  }
}

/** What is stored is told to whoever follows while the next is being stored. All of it is history, or nothing is. */
async function storeBatches(
  given: Needs,
  memory: DeviceMemory,
  batches: LocationBatch[],
): Promise<{ told: Promise<void> }> {
  const beganMs = traceClock()
  const ctx = batches[0]?.history ? withoutLife(given) : given
  const names = batches.flatMap(({ rows }) => rows.map((row) => row[0]))
  const devices = await memory.resolve(names)

  const known: StorableRow[] = []
  const strangers: LocationRow[] = []
  for (const { rows } of batches) {
    for (const row of rows) {
      const device = devices.get(keyOf(row[0]))
      if (device) known.push({ row, device })
      else if (typeof row[0] === 'string') strangers.push(row)
    }
  }
  const repeats = await findRepeats(ctx, known)
  const storable = repeats.size === 0 ? known : known.filter((one) => !repeats.has(one))
  const traces = ctx.telling && traceRows(batches, (row) => devices.get(keyOf(row[0])), beganMs)
  const places = storable.length > 0 ? await storeTraced(ctx, storable, traces) : []
  const late = known.filter((one) => one.row[2] - one.row[1] > 60_000 || repeats.has(one))
  if (late.length > 0) await queries.markSeen(ctx.db.recorder, late)
  if (strangers.length > 0) await queries.keepStrangers(ctx.db.recorder, strangers, mostStrangers)
  if (ctx.telling) countRecorded(known, strangers, places.length)
  count(ctx.tally, known, places, strangers)
  tellWriters(ctx, batches, storable, places)
  const told = tellFollowers(ctx, known, storable, places)
  // Whoever waits for it hears of a failure; others must not end by it.
  told.catch(() => {})
  return { told }
}

function countRecorded(known: StorableRow[], strangers: LocationRow[], stored: number): void {
  metrics.recorded.inc({ outcome: 'stored' }, stored)
  metrics.recorded.inc({ outcome: 'repeated' }, known.length - stored)
  metrics.recorded.inc({ outcome: 'quarantined' }, strangers.length)
  const [oldest] = known
  if (oldest) metrics.storeDelay.observe(Math.max(0, Date.now() - oldest.row[2]) / 1_000)
  if (stored > 0) metrics.lastStored.setToCurrentTime()
}

function withoutLife({ judging: _judging, telling: _telling, ...rest }: Needs): Needs {
  return rest
}

function count(tally: Tally | undefined, known: StorableRow[], places: number[], strangers: LocationRow[]) {
  if (!tally) return
  tally.heard += known.length + strangers.length
  tally.stored += places.length
  tally.strangers += strangers.length
}

async function storeTraced(
  ctx: Needs,
  rows: StorableRow[],
  traces: RowTraces | undefined,
): Promise<number[]> {
  if (!traces) return storeAndJudge(ctx, rows)
  try {
    const places = await storeAndJudge(ctx, rows, traces)
    traces.end()
    return places
  } catch (error) {
    traces.end(error)
    throw error
  }
}

/** Returns the places (from 1) of the rows that were new. Where no account has rules, one statement does it. */
async function storeAndJudge(ctx: Needs, rows: StorableRow[], traces?: RowTraces): Promise<number[]> {
  const { judge, partition } = ctx.judging ?? {}
  const books = await judge?.booksOf(rows.map(({ device }) => device.accountId))
  const store = (db: Db) =>
    traces ? traces.step('store', () => queries.storeLocations(db, rows)) : queries.storeLocations(db, rows)
  if (!judge || !books || books.size === 0) return store(ctx.db.recorder)
  const { places, keep } = await ctx.db.begin('recorder', async (db) => {
    await judge.begin(db, partition!)
    const places = await store(db)
    const stored = places.map((place) => toStored(rows[place - 1]!))
    const judging = () => judge.judge(db, partition!, books, stored, traces?.of)
    return { places, keep: await (traces ? traces.step('judge', judging) : judging()) }
  })
  keep()
  return places
}

function toStored({ row, device }: StorableRow): Stored {
  return {
    accountId: device.accountId,
    deviceNumber: device.deviceNumber,
    fingerprint: row[5],
    fixedMs: row[1],
    receivedMs: row[2],
    latitude: row[3],
    longitude: row[4],
    speed: row[7],
    accuracyM: row[9],
    more: row[11],
  }
}

/**
 * A report without a believable time got that of its reception, so that its repeat has another and passes for new.
 * It is told by what it says: for a few minutes, the same again is a repeat, and no more than a sign of life.
 */
async function findRepeats(ctx: Needs, rows: StorableRow[]): Promise<Set<StorableRow>> {
  const undated = rows.filter(({ row }) => row[11] !== null && 'deviceTime' in row[11])
  const repeats = new Set<StorableRow>()
  if (undated.length === 0) return repeats
  for (const place of await queries.listRepeats(ctx.db.recorder, undated)) repeats.add(undated[place - 1]!)
  const heard = new Set<string>()
  for (const one of undated) {
    const said = `${one.device.deviceNumber} ${one.row[5]}`
    if (heard.has(said)) repeats.add(one)
    heard.add(said)
  }
  return repeats
}

async function putAside(ctx: Needs, message: LogMessage, why: string): Promise<void> {
  ctx.log.error(
    { stream: message.stream, sequence: message.sequence, why },
    'a message went to the dead letters',
  )
  metrics.deadLetters.inc()
  const { stream, sequence } = message
  await queries.keepDeadLetter(ctx.db.recorder, {
    stream,
    sequence,
    why,
    payload: Buffer.from(message.bytes),
  })
}

const decoder = new TextDecoder()

/** Undefined where it is no batch of locations. */
function parse(message: LogMessage): Parsed | undefined {
  try {
    const batch = JSON.parse(decoder.decode(message.bytes)) as LocationBatch
    return Array.isArray(batch.rows) ? { ...batch, message } : undefined
  } catch {
    return undefined
  }
}

/** Cuts a long queue into statements of a bearable size, never through a batch, and history apart from what lives. */
function* stretchesOf(batches: Parsed[]): Generator<Parsed[]> {
  let stretch: Parsed[] = []
  let rows = 0
  for (const batch of batches) {
    const isOther = stretch[0] !== undefined && stretch[0].history !== batch.history
    if (isOther || (rows > 0 && rows + batch.rows.length > mostRowsPerStatement)) {
      yield stretch
      stretch = []
      rows = 0
    }
    stretch.push(batch)
    rows += batch.rows.length
  }
  if (stretch.length > 0) yield stretch
}
