// The archive as a part of the history of devices: finds the row groups of a period, and reads their rows.

import type { AccountDb, ArchivedHistory, HistorySource, WantedHistory } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import type { ObjectStore } from '../../platform/objects/object-store.types.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import * as queries from './archive.queries.ts'
import type { ArchivedPart, PartOfDevice } from './archive.types.ts'
import type { ArchiveThread } from './file/archive-worker.ts'
import type { SelectedRows } from './file/archive-worker.types.ts'
import { toBinaryArray } from './file/binary-arrays.ts'
import type { ArrayElements } from './file/binary-arrays.types.ts'

/** A week is closed some time before it is archived, and dropped some time after. */
const borderKeptMs = 60_000
/** A day of a device is in one or two, a week in six. */
const partsPerStatement = 16
const devicesPerStatement = 100
const devicesAtOnce = 4
/** Of a read. A device that reports every second has as many in three days. */
const maxRows = 300_000
/** Of a read, with all its devices. */
const readWithinMs = 30_000

export function createArchivedHistory(
  store: ObjectStore,
  thread: ArchiveThread,
  now: () => Date,
): HistorySource {
  let border: { ms: number; readAtMs: number } | undefined

  async function reaches(db: AccountDb, fromMs: number): Promise<boolean> {
    const nowMs = now().getTime()
    if (!border || Math.abs(nowMs - border.readAtMs) > borderKeptMs) {
      const until = await queries.findBorder(db)
      border = { ms: until?.getTime() ?? Number.NEGATIVE_INFINITY, readAtMs: nowMs }
    }
    return fromMs < border.ms
  }

  /** Of many devices, some are read at a time, all of them within one budget. The first failure ends all. */
  async function selectDevices(db: AccountDb, wanted: WantedHistory): Promise<Selected[]> {
    const failed = new AbortController()
    const signal = AbortSignal.any([failed.signal, AbortSignal.timeout(readWithinMs)])
    const budget: Budget = { rows: maxRows, signal, listing: Promise.resolve() }
    const selected: Selected[] = []
    for (let at = 0; at < wanted.deviceNumbers.length; at += devicesPerStatement) {
      const numbers = wanted.deviceNumbers.slice(at, at + devicesPerStatement)
      const parts = await queries.listParts(db, numbers, wanted, pageOf(wanted, 0))
      const devices = Map.groupBy(parts, ({ deviceNumber }) => deviceNumber).entries()
      const readSome = async () => {
        for (const [deviceNumber, first] of devices) {
          if (failed.signal.aborted) return
          selected.push(...(await selectRows(db, deviceNumber, first, wanted, budget)))
        }
      }
      const readers = Array.from({ length: devicesAtOnce }, () =>
        readSome().catch((error: unknown) => failed.abort(error)),
      )
      await Promise.all(readers)
      failed.signal.throwIfAborted()
    }
    return selected
  }

  /** The first rows of each class: a device whose account has changed its class has locations of a period in two. */
  async function selectRows(
    db: AccountDb,
    deviceNumber: number,
    first: PartOfDevice[],
    wanted: WantedHistory,
    budget: Budget,
  ): Promise<Selected[]> {
    const { fromMs, toMs, after, limit = maxRows + 1, isDescending = false } = wanted
    const selected: Selected[] = []
    const lacking = new Map<number, number>()
    let parts = first
    for (let offset = 0; ; ) {
      for (const [ofClass, ofOneClass] of Map.groupBy(parts, (part) => part.class)) {
        const lackingRows = lacking.get(ofClass) ?? limit
        if (lackingRows <= 0) continue
        const rows = await thread.select(
          ofOneClass.map(toGroup),
          {
            ...{ accountId: db.accountId, deviceNumber, fromMs, toMs, isDescending },
            ...{ after: after && { fixedAtMs: after.atMs, fingerprint: after.fingerprint } },
            limit: lackingRows,
          },
          ({ file, group }, aborted) => store.read(file, group.offset, group.bytes, aborted),
          budget.signal,
        )
        budget.rows -= rows.columns.count
        if (budget.rows < 0) throw tooMany()
        lacking.set(ofClass, lackingRows - rows.columns.count)
        if (rows.columns.count > 0) selected.push({ ...rows, class: ofClass })
      }
      const page = pageOf(wanted, offset)
      const isEnough = lacking.values().every((rows) => rows <= 0)
      if (parts.length < page.limit || isEnough) return selected
      offset += page.limit
      parts = await listInTurn(budget, () =>
        queries.listParts(db, [deviceNumber], { fromMs, toMs }, pageOf(wanted, offset)),
      )
    }
  }

  return {
    reaches,
    async find(db, wanted) {
      const { deviceNumbers, fromMs, toMs } = wanted
      if (deviceNumbers.length === 0 || !(await reaches(db, fromMs))) return undefined
      const archived = { ...wanted, toMs: Math.min(toMs, border!.ms) }
      let selected: Selected[]
      try {
        selected = await selectDevices(db, archived)
      } catch (error) {
        metrics.archiveReads.inc({ outcome: 'failed' })
        throw error
      }
      metrics.archiveReads.inc({ outcome: selected.length > 0 ? 'found' : 'empty' })
      return selected.length === 0 ? undefined : toHistory(selected)
    },
  }
}

/** Shared by the devices of a read. */
interface Budget {
  rows: number
  signal: AbortSignal
  /** The statement that runs. */
  listing: Promise<unknown>
}

/** A transaction has one connection, on which statements follow each other. */
async function listInTurn<T>(budget: Budget, list: () => Promise<T>): Promise<T> {
  const listing = budget.listing.then(list)
  budget.listing = listing.catch(() => {})
  return listing
}

/** The newest location of a device is mostly in its last part. */
function pageOf({ limit = maxRows, isDescending = false }: WantedHistory, offset: number) {
  return { offset, limit: Math.min(partsPerStatement, limit + 1), isDescending }
}

interface Selected extends SelectedRows {
  class: number
}

const toGroup = ({ key, rows, offset, bytes, crc32 }: ArchivedPart) => ({
  file: key,
  group: { rows, offset, bytes, crc32 },
})

function tooMany(): InvalidError {
  return new InvalidError(
    'locations.period_too_long',
    'The period has too many archived locations. Choose a shorter one.',
  )
}

function toHistory(selected: Selected[]): ArchivedHistory {
  const count = selected.reduce((sum, { columns }) => sum + columns.count, 0)
  const arrayOf = (type: Parameters<typeof toBinaryArray>[0], name: Exclude<keyof ArrayElements, 'count'>) =>
    toBinaryArray(
      type,
      count,
      selected.map(({ columns }) => columns[name]),
    )
  const classes = selected.flatMap((one) => Array<number>(one.columns.count).fill(one.class))
  return {
    fromMs: Math.min(...selected.map(({ fromMs }) => fromMs)),
    untilMs: Math.max(...selected.map(({ untilMs }) => untilMs)),
    rows: sql`
      select * from unnest(${arrayOf('timestamptz', 'fixedAt')}::timestamptz[],
        ${arrayOf('timestamptz', 'receivedAt')}::timestamptz[], ${arrayOf('int4', 'deviceNumber')}::int[],
        ${arrayOf('int4', 'accountId')}::int[], ${arrayOf('int4', 'latitudeE7')}::int[],
        ${arrayOf('int4', 'longitudeE7')}::int[], ${arrayOf('int4', 'fingerprint')}::int[],
        ${arrayOf('int2', 'altitudeM')}::smallint[], ${arrayOf('int2', 'speedTenthKmh')}::smallint[],
        ${arrayOf('int2', 'courseTenthDeg')}::smallint[], ${arrayOf('int2', 'accuracyM')}::smallint[],
        ${arrayOf('int2', 'satellites')}::smallint[], ${`{${classes.join(',')}}`}::smallint[],
        ${arrayOf('jsonb', 'more')}::jsonb[])
        as a (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, altitude_m, speed, course,
          accuracy_m, satellites, class, more)`,
  }
}
