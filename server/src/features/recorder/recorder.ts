// Stores what the log holds. A batch seen twice changes nothing; what cannot be stored at all is put aside, not lost.

import type { LogMessage, Worked } from '../../platform/bus/location-log.ts'
import { isOfDatabase, isRefusedForGood } from '../../platform/db/db.ts'
import { isUnavailable } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { traceClock } from '../../platform/observability/tracing.ts'
import { holdRows } from './buffered-locations.api.ts'
import type { DeviceMemory } from './device-cache.api.ts'
import { keyOf } from './device-cache.api.ts'
import type { LocationBatch, LocationRow } from './location-row.types.ts'
import { tellFollowers, tellWriters } from './publishing.ts'
import type { StorableRow } from './recorder.queries.ts'
import * as queries from './recorder.queries.ts'
import type { Sorting } from './routing.ts'
import { sortRows } from './routing.ts'
import { traceRows } from './row-traces.ts'
import type { Storing } from './storing.ts'
import { findRepeats, storeTraced, unlessMoving } from './storing.ts'

/** What became of locations that somebody counts. */
export interface Tally {
  heard: number
  stored: number
  /** Of trackers that no account has. */
  strangers: number
}

type Needs = Storing & Sorting & { tally?: Tally }

const maxStrangers = 10_000
const maxRowsPerStatement = 2_000

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
  for (let from = 0; from < rows.length; from += maxRowsPerStatement) {
    await (await storeBatches(ctx, memory, [{ rows: rows.slice(from, from + maxRowsPerStatement) }])).told
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
  await putAside(ctx, { ...batch.message, bytes }, refused[0]!.reason)
}

interface Refused {
  row: LocationRow
  reason: string
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
      refused.push({ row: rows[0]!, reason: (error as Error).message })
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
  const { devices, known, strangers, held } = await sortRows(ctx, memory, batches)
  // First: what is not written down here is nowhere.
  if (held.length > 0) await holdRows(ctx, held, batches[0]!)
  const repeats = await findRepeats(ctx, known)
  const storable = repeats.size === 0 ? known : known.filter((one) => !repeats.has(one))
  const traces = ctx.telling && traceRows(batches, (row) => devices.get(keyOf(row[0])), beganMs)
  const places = storable.length > 0 ? await unlessMoving(ctx, storeTraced(ctx, storable, traces)) : []
  const late = known.filter((one) => one.row[2] - one.row[1] > 60_000 || repeats.has(one))
  if (late.length > 0) await unlessMoving(ctx, queries.markSeen(ctx.db.recorder, late))
  if (strangers.length > 0) await queries.keepStrangers(ctx.db.recorder, strangers, maxStrangers)
  if (ctx.telling) countRecorded(known, strangers, places.length)
  count(ctx.tally, known, places, strangers)
  // Whoever waits for what is held goes without an answer: it is not stored yet.
  if (held.length === 0) tellWriters(ctx, batches, storable, places)
  const told = unlessMoving(ctx, tellFollowers(ctx, known, storable, places))
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

async function putAside(ctx: Needs, message: LogMessage, reason: string): Promise<void> {
  ctx.log.error(
    { stream: message.stream, sequence: message.sequence, reason },
    'a message went to the dead letters',
  )
  metrics.deadLetters.inc()
  const { stream, sequence } = message
  await queries.keepDeadLetter(ctx.db.recorder, {
    stream,
    sequence,
    reason,
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
    if (isOther || (rows > 0 && rows + batch.rows.length > maxRowsPerStatement)) {
      yield stretch
      stretch = []
      rows = 0
    }
    stretch.push(batch)
    rows += batch.rows.length
  }
  if (stretch.length > 0) yield stretch
}
