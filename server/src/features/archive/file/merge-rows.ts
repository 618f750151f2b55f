// Merges two sequences of rows, each in the order of archive files.

import { partOf } from './archived-rows.ts'
import type { ArchivedRows } from './archived-rows.types.ts'

type Rows = AsyncIterator<ArchivedRows>

interface Side {
  rows: ArchivedRows | undefined
  at: number
}

export interface MergeCounts {
  archived: number
  late: number
  /** In both: the late one is kept. */
  replaced: number
}

/** A location that is in both is taken from `late`. Counts what it read. */
export async function* mergeRows(
  archived: AsyncIterable<ArchivedRows>,
  late: AsyncIterable<ArchivedRows>,
  counts: MergeCounts,
): AsyncGenerator<ArchivedRows> {
  const [left, right] = [archived[Symbol.asyncIterator](), late[Symbol.asyncIterator]()]
  const a = await next(left)
  const b = await next(right)
  while (a.rows || b.rows) {
    const isFromLate = b.rows !== undefined && (!a.rows || compare(b, a) <= 0)
    const [from, other, source] = isFromLate ? [b, a, right] : [a, b, left]
    const start = from.at
    if (isFromLate && a.rows && compare(b, a) === 0) {
      counts.replaced += 1
      counts.archived += 1
      a.at += 1
      await refill(a, left)
    }
    // As many rows as come before the next of the other.
    do from.at += 1
    while (from.at < from.rows!.count && (!other.rows || compare(from, other) < 0))
    counts[isFromLate ? 'late' : 'archived'] += from.at - start
    yield partOf(from.rows!, start, from.at)
    await refill(from, source)
  }
}

async function next(rows: Rows): Promise<Side> {
  const side: Side = { rows: undefined, at: 0 }
  await take(side, rows)
  return side
}

async function refill(side: Side, rows: Rows): Promise<void> {
  if (side.rows && side.at >= side.rows.count) await take(side, rows)
}

async function take(side: Side, rows: Rows): Promise<void> {
  do {
    const { value, done } = await rows.next()
    side.rows = done ? undefined : value
  } while (side.rows?.count === 0)
  side.at = 0
}

function compare(one: Side, other: Side): number {
  const [a, b, i, j] = [one.rows!, other.rows!, one.at, other.at]
  return (
    a.accountId[i]! - b.accountId[j]! ||
    a.deviceNumber[i]! - b.deviceNumber[j]! ||
    a.fixedAtMs[i]! - b.fixedAtMs[j]! ||
    a.fingerprint[i]! - b.fingerprint[j]!
  )
}
