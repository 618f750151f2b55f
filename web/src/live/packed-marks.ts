// Markers as one array of numbers, which a worker hands to the page without copying: a thousand objects would cost
// the page several milliseconds each time.

import type { Mark, PackedMarks, RingPart } from './fleet.types.ts'
import { ringParts, statuses } from './fleet.types.ts'

/** The columns of a marker; NaN where it has no such value. */
const columns = [
  'longitude',
  'latitude',
  'count',
  'status',
  'courseDeg',
  'speedKmh',
  'lastSeenMs',
  'west',
  'south',
  'east',
  'north',
  'moving',
  'idling',
  'stopped',
  'offline',
] as const
type Column = (typeof columns)[number]
const agePrecisionMs = 60_000
const stride = columns.length
const offsets = Object.fromEntries(columns.map((name, offset) => [name, offset])) as Record<Column, number>

export function pack(marks: Mark[]): PackedMarks {
  const numbers = new Float64Array(marks.length * stride).fill(Number.NaN)
  const texts: string[] = []
  marks.forEach((mark, row) => {
    const { bounds, parts, status, id, name, ...values } = mark
    const cells: Partial<Record<Column, number>> = { ...values, ...bounds, ...parts }
    if (status !== undefined) cells.status = statuses.indexOf(status)
    for (const [column, value] of Object.entries(cells)) {
      numbers[row * stride + offsets[column as Column]] = value
    }
    if (id !== undefined) texts.push(id, name ?? '')
  })
  return { numbers, texts }
}

export function unpack({ numbers, texts }: PackedMarks): Mark[] {
  let text = 0
  return Array.from({ length: numbers.length / stride }, (_, row): Mark => {
    const at = (column: Column) => numbers[row * stride + offsets[column]] as number
    const point = { longitude: at('longitude'), latitude: at('latitude') }
    if (!Number.isNaN(at('count'))) {
      const bounds = { west: at('west'), south: at('south'), east: at('east'), north: at('north') }
      const parts = Object.fromEntries(ringParts.map((part) => [part, at(part)])) as Record<RingPart, number>
      return { ...point, count: at('count'), parts, bounds }
    }
    const known = (column: 'courseDeg' | 'speedKmh' | 'lastSeenMs') =>
      Number.isNaN(at(column)) ? {} : { [column]: at(column) }
    const [id, name] = [texts[text] as string, texts[text + 1] as string]
    text += 2
    const status = statuses[at('status')]
    return {
      ...point,
      id,
      name,
      ...(status && { status }),
      ...known('courseDeg'),
      ...known('speedKmh'),
      ...known('lastSeenMs'),
    }
  })
}

/** Ages are only shown on hover: a new contact alone is no reason to draw again before a minute has passed. */
export function areSame(one: PackedMarks, other: PackedMarks): boolean {
  if (one.numbers.length !== other.numbers.length || one.texts.length !== other.texts.length) return false
  for (let at = 0; at < one.numbers.length; at += 1) {
    const [before, after] = [one.numbers[at] as number, other.numbers[at] as number]
    if (Object.is(before, after)) continue
    if (at % stride !== offsets.lastSeenMs || !(Math.abs(after - before) < agePrecisionMs)) return false
  }
  return one.texts.every((text, at) => text === other.texts[at])
}
