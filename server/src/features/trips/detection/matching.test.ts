import { describe, expect, test } from 'vitest'
import { isCorrection, isWorthEvent } from './correction.ts'
import type { SegmentKind } from './detection.types.ts'
import type { StoredSegment, WholeSegment } from './matching.ts'
import { matchSegments } from './matching.ts'
import { emptySums } from './sums.ts'

const minute = 60_000

function segment(kind: SegmentKind, from: number, to: number | null, cm = 0): WholeSegment {
  const place = { latitudeE7: 0, longitudeE7: 0 }
  const reason = { by: 'moved', decidedAtMs: from * minute, metres: 0, seconds: 0 } as const
  const { day: _, ...totals } = { ...emptySums(''), cm }
  const endedAtMs = to === null ? null : to * minute
  const ended = to === null ? null : reason
  return { kind, beganAtMs: from * minute, endedAtMs, from: place, to: place, began: reason, ended, totals }
}

function stored(id: string, ...args: Parameters<typeof segment>): StoredSegment {
  return { ...segment(...args), id, version: 1 }
}

describe('matching', () => {
  test('writes nothing for the same segments', () => {
    const before = [
      stored('a', 'stop', 0, 10),
      stored('b', 'trip', 10, 40, 500),
      stored('c', 'stop', 40, null),
    ]
    const again = [segment('stop', 0, 10), segment('trip', 10, 40, 500), segment('stop', 40, null)]
    expect(matchSegments(before, again)).toEqual({ changed: [], created: [], withdrawn: [] })
  })

  test('keeps the identity of a changed segment, with the next version', () => {
    const { changed, created, withdrawn } = matchSegments(
      [stored('a', 'trip', 10, 40, 500)],
      [segment('trip', 10, 50, 900)],
    )
    expect([created, withdrawn]).toEqual([[], []])
    expect(changed.map(({ after }) => [after.id, after.version, after.totals.cm])).toEqual([['a', 2, 900]])
  })

  test('pairs by kind and largest overlap; the rest is withdrawn, or new', () => {
    const before = [stored('a', 'trip', 0, 10), stored('b', 'stop', 10, 20), stored('c', 'trip', 20, 90)]
    const { changed, created, withdrawn } = matchSegments(before, [segment('trip', 0, 90)])
    expect(created).toEqual([])
    expect(withdrawn.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(changed.map(({ after, absorbed }) => [after.id, absorbed.map(({ id }) => id)])).toEqual([
      ['c', ['a']],
    ])
  })

  test('names the parts of a split trip', () => {
    const parts = [segment('trip', 0, 30), segment('stop', 30, 40), segment('trip', 40, 90)]
    const { changed, created } = matchSegments([stored('a', 'trip', 0, 90)], parts)
    expect(created).toEqual([parts[0], parts[1]])
    expect(changed[0]!.after).toMatchObject({ id: 'a', version: 2, beganAtMs: 40 * minute })
    expect(changed[0]!.split).toEqual([parts[0]])
  })

  test('never pairs segments that only touch, or of different kinds', () => {
    const { changed, created, withdrawn } = matchSegments(
      [stored('a', 'trip', 0, 10), stored('b', 'gap', 10, 20)],
      [segment('stop', 0, 10), segment('trip', 10, 20)],
    )
    expect([changed.length, created.length, withdrawn.length]).toEqual([0, 2, 2])
  })
})

describe('a correction', () => {
  const pair = (before: WholeSegment, after: WholeSegment) =>
    matchSegments([{ ...before, id: 'a', version: 1 }], [after])
  const isWorth = (before: WholeSegment, after: WholeSegment) => isWorthEvent(pair(before, after).changed[0]!)
  const trip = (cm: number, from = 0, to: number | null = 60) => segment('trip', from, to, cm)

  test.each([
    ['1 % of the distance', trip(500_000), trip(505_000), true],
    ['less than 1 %', trip(500_000), trip(504_999), false],
    ['100 m', trip(9_000_000), trip(9_010_000), true],
    ['less than 100 m', trip(9_000_000), trip(9_009_999), false],
    ['an end by 60 s', trip(100), trip(100, 0, 61), true],
    ['a beginning by 60 s', trip(100, 1), trip(100, 0), true],
    ['an end by less', trip(100), trip(100, 0, 60.9), false],
    ['an end that is open again', trip(100), trip(100, 0, null), true],
    ['a trip that was open', trip(100, 0, null), trip(900_000, 0, 90), false],
  ])('by %s', (_what, before, after, expected) => {
    expect(isWorth(before, after)).toBe(expected)
  })

  test('by a split or merge', () => {
    const split = matchSegments([stored('a', 'trip', 0, 90, 100)], [trip(1, 0, 0.1), trip(100, 0.1, 90)])
    expect(split.changed.map((one) => [isCorrection(one), isWorthEvent(one)])).toEqual([[true, true]])
  })
})
