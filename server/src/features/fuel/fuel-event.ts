// Fills and drains that the caller sees, and what users confirm of them.

import type { Static } from 'typebox'
import { readSince } from '../../platform/bus/event-cursor.ts'
import type { Context, Tx } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { isUnchanged } from '../../platform/db/unchanged.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { invalid } from '../../platform/http/validation.ts'
import { recordChanges } from '../audit/audit.api.ts'
import type { NamePlace } from '../places/place.api.ts'
import type { EventFilter, FuelEventRow } from './fuel-event.queries.ts'
import * as queries from './fuel-event.queries.ts'
import type { FuelEventDocument, FuelEventsQuery, FuelEventView } from './fuel-event.schema.ts'
import { findDeviceNumber } from './fuel-sensor.queries.ts'
import { toMillilitres } from './measure.ts'

type Document = Static<typeof FuelEventDocument>
export type ShownEvent = Static<typeof FuelEventView>

/** Returns a reader of pages, newest first. Empty if the caller does not see the device that is named. */
export async function listEvents(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  query: Static<typeof FuelEventsQuery>,
  namePlace: NamePlace,
) {
  const db = ctx.db.forAccount(caller.accountId)
  const { deviceId, group, type } = query
  const period = periodOf(query)
  const deviceNumber = deviceId === undefined ? undefined : await findDeviceNumber(db, caller.scope, deviceId)
  const isUnseen = deviceId !== undefined && deviceNumber === undefined
  const filter = { deviceNumber, groupId: group, kind: type, ...period }
  return (cursor: PageCursor) => (isUnseen ? emptyPage : readPage(db, caller, filter, cursor, namePlace))
}

const emptyPage: Promise<Page> = Promise.resolve({ json: null, count: 0, last: null, more: false })

async function readPage(
  db: AccountDb,
  { scope }: Caller,
  filter: EventFilter,
  { after, key, limit }: PageCursor,
  namePlace: NamePlace,
): Promise<Page> {
  const start =
    key === undefined
      ? { fromMs: Number.POSITIVE_INFINITY, number: 0 }
      : { fromMs: Number(key), number: after }
  const rows = await queries.listEvents(db, scope, filter, start, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    json: page.map((row) => JSON.stringify(toView(row, namePlace))).join(','),
    count: page.length,
    last: last?.number ?? null,
    lastKey: last === undefined ? null : String(last.fromMs),
    more: rows.length > limit,
  }
}

function periodOf({ from, to }: { from?: string; to?: string }): { fromMs: number; toMs: number } {
  const fromMs = from === undefined ? Number.NEGATIVE_INFINITY : +readSince(from)
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to)
  if (fromMs < toMs) return { fromMs, toMs }
  throw invalid('querystring', [{ path: 'to', message: 'must be after from' }])
}

export async function getEvent(
  { db }: { db: AccountDb },
  caller: Caller,
  id: string,
  namePlace: NamePlace,
): Promise<ShownEvent> {
  const row = await queries.findEvent(db, caller.scope, id)
  if (!row) throw notFound(id)
  return toView(row, namePlace)
}

export async function changeEvent(
  ctx: Tx,
  caller: Caller,
  id: string,
  edit: (before: Document, version: number) => Document,
): Promise<void> {
  const row = await queries.lockEvent(ctx.db, caller.scope, id)
  if (!row) throw notFound(id)
  const before = toDocument(row)
  const { confirmed, litres = null, note = null } = edit(before, row.version)
  if (litres !== null && !confirmed) {
    throw invalid('body', [{ path: 'litres', message: 'may only be given if confirmed is true' }])
  }
  const after = { confirmed, litres, note }
  if (isUnchanged(before, after)) return
  const isSame = confirmed && before.confirmed && litres === before.litres
  await queries.confirmEvent(ctx.db, row.number, {
    at: isSame ? row.confirmedAt : confirmed ? ctx.now() : null,
    by: isSame ? row.confirmedBy : confirmed ? caller.userId : null,
    ml: litres === null ? null : toMillilitres(litres),
    note,
  })
  await recordChanges(ctx, caller, [{ action: 'fuelEvents.changed', target: row.deviceId, before, after }])
}

function toDocument({ confirmedAt, confirmedMl, note }: FuelEventRow) {
  return {
    confirmed: confirmedAt !== null,
    litres: confirmedMl === null ? null : confirmedMl / 1_000,
    note,
  } satisfies Document
}

function toView(row: FuelEventRow, namePlace: NamePlace): ShownEvent {
  const { id, deviceId, sensorId, kind, confirmedAt, confirmedMl, confirmedBy, note, version } = row
  const [latitude, longitude] = [row.latitude / 1e7, row.longitude / 1e7]
  return {
    ...{ id, deviceId, sensorId, type: kind },
    startedAt: new Date(row.fromMs).toISOString(),
    endedAt: new Date(row.toMs).toISOString(),
    litres: row.ml / 1_000,
    levelBefore: row.beforeMl / 1_000,
    levelAfter: row.afterMl / 1_000,
    ...{ latitude, longitude, place: namePlace(latitude, longitude) },
    confirmed: confirmedAt !== null,
    confirmedLitres: confirmedMl === null ? null : confirmedMl / 1_000,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    ...{ confirmedBy, note, version },
  }
}

function notFound(id: string): NotFoundError {
  return new NotFoundError(
    'fuelEvents.not_found',
    `The fill or drain "${id}" does not exist, was withdrawn, or is not yours to see.`,
  )
}
