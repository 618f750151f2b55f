// Finds fills and drains of one sensor in the stops that may have changed, in one transaction.

import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { addToOutbox } from '../events/outbox.api.ts'
import { fuelOfStop } from './detection/fuel-events.ts'
import { restMs } from './detection/parts.ts'
import type { FoundEvent } from './event-changes.ts'
import { compareEvents } from './event-changes.ts'
import type { FuelSensor } from './fuel-sensor.types.ts'
import { thresholdsOf } from './fuel-sensor.types.ts'
import type { FuelWork } from './fuel-state.queries.ts'
import * as states from './fuel-state.queries.ts'
import { eventsOf } from './publishing.ts'
import type { StopPart } from './stop-parts.ts'
import { findStart, readParts } from './stop-parts.ts'
import type { WrittenPart } from './stored-fuel.queries.ts'
import * as queries from './stored-fuel.queries.ts'

/** Of one transaction; the next one goes on. */
const maxRows = 20_000
const maxParts = 200
/** Those that are read again to go on, and one more. */
const minParts = 3

type Needs = Pick<Context, 'db' | 'now' | 'log'>

export interface ProcessedSensor {
  rows: number
  fills: number
  drains: number
  /** Whether there is more to do at once. */
  isMore: boolean
}

/** Undefined if there is nothing to do, or another process does it. */
export function processSensor(
  ctx: Needs,
  accountId: number,
  sensorNumber: number,
): Promise<ProcessedSensor | undefined> {
  return inTransaction(ctx, accountId, async (tx) => {
    const sensor = await states.lockSensor(tx.db, sensorNumber)
    if (!sensor) return undefined
    const work = await states.findWork(tx.db, sensorNumber)
    if (!work) return undefined
    const found = await findChanged(tx.db, sensor, work)
    const changes = await store(tx.db, sensor, found)
    const fresh = changes.written.filter(({ isNew }) => isNew)
    await addToOutbox(tx, eventsOf(sensor, fresh, ctx.now()))
    await states.finishWork(tx.db, sensorNumber, { marks: work.marks, nextMs: found.nextMs, now: ctx.now() })
    return {
      rows: found.rows,
      fills: fresh.filter(({ kind }) => kind === 'fill').length,
      drains: fresh.filter(({ kind }) => kind === 'drain').length,
      isMore: found.nextMs !== null,
    }
  })
}

interface FoundChanges {
  /** What is stored of parts that begin from here on is replaced, */
  fromMs: number
  /** up to here. */
  untilMs: number
  parts: WrittenPart[]
  events: FoundEvent[]
  rows: number
  /** Where the next transaction goes on; null at the end. */
  nextMs: number | null
}

async function findChanged(db: AccountDb, sensor: FuelSensor, work: FuelWork): Promise<FoundChanges> {
  const thresholds = thresholdsOf(sensor)
  const start = await findStart(db, sensor, work)
  let level = await queries.findLevelBefore(db, sensor.number, start.partMs)
  const found: FoundChanges = {
    fromMs: start.partMs,
    untilMs: Number.POSITIVE_INFINITY,
    parts: [],
    events: [],
    rows: 0,
    nextMs: null,
  }
  for await (const part of readParts(db, sensor, start, work.readUntilMs)) {
    const { beganMs } = part
    const isOver = found.rows > maxRows || found.parts.length >= maxParts
    if (isOver && found.parts.length >= minParts) {
      found.untilMs = beganMs
      // The next one starts with the last part of this one.
      found.nextMs = found.parts.at(-1)!.beganMs + restMs + 1
      break
    }
    const fuel = fuelOfStop(toStop(part), level, thresholds)
    level = fuel.last ?? level
    found.rows += part.rows
    found.events.push(...fuel.events.map((event) => toFound(event, part)))
    const written = {
      ...{ beganMs, endedMs: part.endedMs, stopMs: part.stopMs, firstMl: fuel.firstMl },
      ...{ lastMl: fuel.last?.ml ?? null, lastMs: fuel.last?.atMs ?? null },
    }
    found.parts.push(written)
    if (beganMs > work.untilMs && (await isAsBefore(db, sensor.number, written))) {
      found.untilMs = beganMs + 1
      break
    }
  }
  return found
}

/** Then everything later stands, too. A part without a level does not show that the one before it is the same. */
async function isAsBefore(db: AccountDb, sensorNumber: number, part: WrittenPart): Promise<boolean> {
  if (part.lastMl === null || part.endedMs === null) return false
  const stored = (await queries.findParts(db, sensorNumber, [part.beganMs])).get(part.beganMs)
  return stored !== undefined && JSON.stringify(valuesOf(stored)) === JSON.stringify(valuesOf(part))
}

const valuesOf = ({ endedMs, stopMs, firstMl, lastMl, lastMs }: WrittenPart) => [
  ...[endedMs, stopMs, firstMl, lastMl, lastMs],
]

function toStop({ beganMs, endedMs, stopMs, readings }: StopPart) {
  return { beganAtMs: beganMs, endedAtMs: endedMs, isContinued: beganMs > stopMs, readings }
}

function toFound(event: Omit<FoundEvent, 'partMs' | 'latitude' | 'longitude'>, part: StopPart): FoundEvent {
  const { beganMs: partMs, latitude, longitude } = part
  return { ...event, partMs, latitude, longitude }
}

async function store(db: AccountDb, sensor: FuelSensor, { fromMs, untilMs, parts, events }: FoundChanges) {
  const { number: sensorNumber, deviceNumber } = sensor
  const range = { fromMs, untilMs }
  await queries.replaceParts(db, sensorNumber, range, parts)
  const stored = await queries.readEvents(db, sensorNumber, range)
  const changes = compareEvents(stored, events, untilMs, () => newId('fev'))
  const { removed, written } = changes
  if (removed.length > 0) {
    await queries.deleteEvents(
      db,
      removed.map(({ number }) => number),
    )
  }
  if (written.length > 0) await queries.saveEvents(db, { sensorNumber, deviceNumber }, written)
  return changes
}
