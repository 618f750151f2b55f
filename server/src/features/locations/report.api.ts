// Locations reported through the API: durable before the response, and by default stored before it.

import type { Location } from '@rastro/protocols'
import type { Static } from 'typebox'
import { createFairQueue } from '../../platform/async/fair-queue.ts'
import { createSlices } from '../../platform/async/slices.ts'
import { splitIntoMessages } from '../../platform/bus/split-messages.ts'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { may } from '../../platform/http/caller.ts'
import type { Fault } from '../../platform/http/errors.ts'
import { ForbiddenError, isUnavailable } from '../../platform/http/errors.ts'
import { faultsOf } from '../../platform/http/validation.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { beginSpan, currentSpan, through, traceparentOf } from '../../platform/observability/tracing.ts'
import { deviceNotFound } from '../devices/device.api.ts'
import { partitionOf } from '../recorder/location-log.api.ts'
import { deviceRefOf, rowBytesOf, toRow } from '../recorder/location-row.api.ts'
import type { LocationBatch, LocationRow, Recorded } from '../recorder/location-row.types.ts'
import * as queries from './location.queries.ts'
import { NewLocation } from './location.schema.ts'

const waitForStoreMs = 5_000
const hourMs = 3_600_000
const oldestMs = 365 * 24 * hourMs

/** What the log may have to sync for one account before the message of another. */
const appending = { concurrency: 4, maxQueueLength: Number.POSITIVE_INFINITY, maxWaitMs: 15_000 }

/** Above this, only the first error of each location is reported: error messages are larger than the errors. */
const maxFaults = 1_000

export interface Rejected {
  index: number
  error: string
  details: Fault[]
}

export interface Reported {
  /** Undefined if they are in the log but not stored yet. */
  recorded: Recorded | undefined
  accepted: number
  rejected: Rejected[]
}

export interface ReportOptions {
  /** Wait until they are stored, not only until the log holds them. */
  wait: boolean
  history: boolean
}

export interface Reporter {
  report(caller: Caller, deviceId: string, locations: unknown[], options: ReportOptions): Promise<Reported>
}

export async function createReporter(ctx: Pick<Context, 'db' | 'bus' | 'config' | 'now'>): Promise<Reporter> {
  const waiting = new Map<string, (recorded: Recorded) => void>()
  const to = await ctx.bus.locations.listenForReplies((id, payload) => waiting.get(id)?.(JSON.parse(payload)))
  const inTurn = createFairQueue(appending)

  /** Undefined if it takes too long. */
  function awaitStored(id: string): Promise<Recorded | undefined> {
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      setTimeout(resolve, waitForStoreMs, undefined).unref()
    })
  }

  async function append(
    { accountId }: Caller,
    rows: LocationRow[],
    { wait, history }: ReportOptions,
  ): Promise<Recorded | undefined> {
    const publish = beginSpan(currentSpan(), 'publish', { kind: 'producer' })
    const toBatch = (some: LocationRow[]): LocationBatch => ({
      rows: some,
      ...(history && { history }),
      ...(wait && { answer: { to, id: newId('req') } }),
      ...(publish && some[0] === rows[0] && { traces: { 0: traceparentOf(publish) } }),
    })
    const batches = splitIntoMessages(rows, rowBytesOf).map(toBatch)
    const ids = batches.flatMap(({ answer }) => answer?.id ?? [])
    try {
      const payloads: string[] = []
      const pause = createSlices()
      for (const batch of batches) {
        payloads.push(JSON.stringify(batch))
        await pause()
      }
      const ref = deviceRefOf(rows[0]!)
      const bytes = payloads.reduce((sum, { length }) => sum + length, 0)
      await ctx.bus.locations.requireRoom({ accountId, device: String(ref), kind: 'api' }, bytes)
      const partition = partitionOf(ref, ctx.config.bus.partitions)
      const stored = Promise.all(ids.map(awaitStored))
      const appended = payloads.map((payload) =>
        inTurn(accountId, () => ctx.bus.locations.append(partition, payload)),
      )
      await through(publish, Promise.all(appended))
      metrics.received('api').n += rows.length
      return wait ? sumOf(await stored) : undefined
    } finally {
      for (const id of ids) waiting.delete(id)
    }
  }

  return {
    async report(caller, deviceId, locations, { wait, history }) {
      if (!may(caller, 'devices.edit')) {
        throw new ForbiddenError(
          'access.privilege_missing',
          'To report locations you need the privilege "devices.edit".',
        )
      }
      const isKnown = await isDeviceOf(ctx, caller, deviceId)
      const rows: LocationRow[] = []
      const rejected: Rejected[] = []
      let faultCount = 0
      const pause = createSlices()
      for (const [index, location] of locations.entries()) {
        await pause()
        const details = findFaults(location, ctx.now(), { onlyFirst: faultCount >= maxFaults })
        faultCount += details.length
        if (details.length > 0) rejected.push({ index, error: inWords(details), details })
        else
          rows.push(
            toApiRow(
              location as Static<typeof NewLocation>,
              [caller.accountId, deviceId],
              ctx.now(),
              history,
            ),
          )
      }
      // While the database is unavailable there is no point in waiting; the recorder resolves the device later.
      const recorded =
        rows.length > 0
          ? await append(caller, rows, { wait: wait && isKnown, history })
          : { stored: 0, duplicates: 0 }
      return { recorded, accepted: rows.length, rejected }
    },
  }
}

/** Undefined if any of them is. */
function sumOf(all: (Recorded | undefined)[]): Recorded | undefined {
  let stored = 0
  let duplicates = 0
  for (const one of all) {
    if (!one) return undefined
    stored += one.stored
    duplicates += one.duplicates
  }
  return { stored, duplicates }
}

/** False if the database is unavailable. Then only callers with the scope of the whole account may report. */
async function isDeviceOf(ctx: Pick<Context, 'db'>, caller: Caller, deviceId: string): Promise<boolean> {
  try {
    const found = await queries.findNewest(ctx.db.forAccount(caller.accountId), caller.scope, deviceId)
    if (!found) throw deviceNotFound(deviceId)
    return true
  } catch (error) {
    if (isUnavailable(error) && caller.scope.kind === 'all') return false
    throw error
  }
}

function findFaults(location: unknown, now: Date, options: { onlyFirst: boolean }): Fault[] {
  const faults = faultsOf(NewLocation, location, options)
  if (faults.length > 0) return faults
  const ageMs = now.getTime() - Date.parse((location as { dateTime: string }).dateTime)
  if (ageMs > oldestMs) return [{ path: 'dateTime', message: 'is more than a year ago' }]
  return ageMs < -hourMs ? [{ path: 'dateTime', message: 'is more than an hour ahead' }] : []
}

function inWords(faults: Fault[]): string {
  return faults.map(({ path, message }) => `${path || 'location'} ${message}`).join('; ')
}

/** Translates the names and units of the API into those of a tracker. */
function toApiRow(
  given: Static<typeof NewLocation>,
  deviceRef: [number, string],
  now: Date,
  history: boolean,
): LocationRow {
  const location: Location = {
    fixedAt: new Date(given.dateTime),
    latitude: given.latitude,
    longitude: given.longitude,
    valid: given.valid ?? true,
    alarms: [],
    attributes: {},
    ...(given.altitude !== undefined && { altitudeM: given.altitude }),
    ...(given.speed !== undefined && { speedKmh: given.speed * 3.6 }),
    ...(given.course !== undefined && { courseDeg: given.course }),
    ...(given.accuracy !== undefined && { accuracyM: given.accuracy }),
    ...(given.satellites !== undefined && { satellites: given.satellites }),
  }
  const { dateTime, latitude, longitude, valid, altitude, speed, course, accuracy, satellites, ...more } =
    given
  // When the other system received it is unknown; the current time would count as a sign of life.
  const receivedAt = history && location.fixedAt! < now ? location.fixedAt! : now
  return toRow(
    location,
    { deviceRef, protocol: 'api', receivedAt, datesRollOver: false, trust: 'secret' },
    more,
  )
}
