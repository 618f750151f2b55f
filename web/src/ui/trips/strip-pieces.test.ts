import { expect, test } from 'vitest'
import { localDay } from './local-days.ts'
import { percent, pieceOf, stripPieces } from './strip-pieces.ts'
import type { SegmentKind, SegmentState } from './trip.types.ts'

const madrid = 'Europe/Madrid'
const at = (text: string) => Date.parse(text)

function segment(kind: SegmentKind, from: string, to: string, state: SegmentState = 'ended') {
  return { id: `${kind} ${from}`, kind, state, fromMs: at(from), toMs: at(to) }
}

const plain = localDay('2026-11-17', madrid)
const nowMs = at('2026-11-20T00:00:00Z')

test('segments are placed by their share of the day', () => {
  const pieces = stripPieces(
    plain,
    [
      segment('stop', '2026-11-16T23:00:00Z', '2026-11-17T05:00:00Z'),
      segment('trip', '2026-11-17T05:00:00Z', '2026-11-17T11:00:00Z'),
    ],
    { nowMs },
  )
  expect(pieces.map(({ kind, start, width }) => [kind, start, width])).toEqual([
    ['stop', 0, 0.25],
    ['trip', 0.25, 0.25],
  ])
})

test('a day of 23 hours is shorter, and an hour in it wider', () => {
  const day = localDay('2026-03-29', madrid)
  const [hour] = stripPieces(day, [segment('trip', '2026-03-29T10:00:00Z', '2026-03-29T11:00:00Z')], {
    nowMs,
  })
  expect(hour?.width).toBeCloseTo(1 / 23, 10)
  expect(hour?.start).toBeCloseTo(11 / 23, 10)
})

test('what began the day before or ends the day after is cut, and what is elsewhere is left out', () => {
  const pieces = stripPieces(
    plain,
    [
      segment('stop', '2026-11-10T00:00:00Z', '2026-11-16T23:00:00Z'),
      segment('trip', '2026-11-16T20:00:00Z', '2026-11-17T01:00:00Z'),
      segment('stop', '2026-11-17T17:00:00Z', '2026-11-18T07:00:00Z'),
    ],
    { nowMs },
  )
  expect(pieces.map(({ start, width }) => [start, start + width])).toEqual([
    [0, 2 / 24],
    [18 / 24, 1],
  ])
})

test('the whole day is covered if the segments cover it, on clock changes too', () => {
  for (const name of ['2026-03-29', '2026-10-25', '2026-11-17']) {
    const day = localDay(name, madrid)
    const middle = new Date((day.fromMs + day.toMs) / 2).toISOString()
    const pieces = stripPieces(
      day,
      [segment('stop', '2026-01-01T00:00:00Z', middle), segment('gap', middle, '2027-01-01T00:00:00Z')],
      { nowMs },
    )
    expect(pieces.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(1, 12)
  }
})

test('after a trip without signal the time until now is a gap', () => {
  const silent = segment('trip', '2026-11-17T05:00:00Z', '2026-11-17T11:00:00Z', 'silent')
  const pieces = stripPieces(plain, [silent], { nowMs: at('2026-11-17T14:00:00Z') })
  expect(pieces.map(({ kind, start, width }) => [kind, start, width])).toEqual([
    ['trip', 0.25, 0.25],
    ['gap', 0.5, 0.125],
  ])
})

test('idling is drawn over its segment', () => {
  const trip = segment('trip', '2026-11-17T05:00:00Z', '2026-11-17T11:00:00Z')
  const idles = [{ id: trip.id, fromMs: at('2026-11-17T06:00:00Z'), toMs: at('2026-11-17T07:00:00Z') }]
  const pieces = stripPieces(plain, [trip], { nowMs, idles })
  expect(pieces.at(-1)).toMatchObject({ kind: 'idle', id: trip.id, width: 1 / 24 })
})

test('a day that does not exist has no pieces', () => {
  const day = localDay('2011-12-30', 'Pacific/Apia')
  expect(pieceOf(day, { fromMs: 0, toMs: nowMs })).toBeUndefined()
  expect(percent(0.125)).toBe('12.5%')
})
