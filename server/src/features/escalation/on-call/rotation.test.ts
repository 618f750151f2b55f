// Compared with a reference that walks along the handovers, around every clock change of every zone for two years.

import { expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import { createRota, splitByDay } from './rotation.ts'
import type { Layer, Rota } from './schedule.types.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const layer = (fields: Partial<Layer>): Layer => ({
  ...{
    name: '',
    rotation: 'weekly',
    handoverWeekday: 1,
    handoverTime: '09:00',
    startsOn: '2026-01-01',
    hours: [],
  },
  participants: ['con_a', 'con_b', 'con_c'],
  ...fields,
})
const rota = (fields: Partial<Rota>): Rota => ({
  ...{ timeZone: 'Europe/Madrid', layers: [layer({})], overrides: [] },
  ...fields,
})
const who = (given: Rota, at: string) => createRota(given).at(Date.parse(at))?.participant

test('hands over at the local hour, whatever the clock does', () => {
  const given = rota({})
  // The first Monday of 2026 is January 5.
  expect(who(given, '2026-01-05T07:59:59Z')).toBeUndefined()
  expect(who(given, '2026-01-05T08:00:00Z')).toBe('con_a')
  expect(who(given, '2026-01-12T07:59:59Z')).toBe('con_a')
  expect(who(given, '2026-01-12T08:00:00Z')).toBe('con_b')
  // Summer time begins on March 29: 09:00 is 07:00 UTC from then on.
  expect(who(given, '2026-03-30T06:59:59Z')).toBe('con_c')
  expect(who(given, '2026-03-30T07:00:00Z')).toBe('con_a')
})

test('a handover that the clock skips happens at the jump, one that occurs twice at the first time', () => {
  const daily = (handoverTime: string) =>
    rota({ layers: [layer({ rotation: 'daily', handoverTime, startsOn: '2026-03-01' })] })
  const skipped = createRota(daily('02:30'))
  // 02:00 to 03:00 does not exist on March 29: "compatible" is 03:30 local, 01:30 UTC.
  const before = skipped.at(Date.parse('2026-03-29T01:29:59Z'))!.participant
  expect(skipped.at(Date.parse('2026-03-29T01:30:00Z'))!.participant).not.toBe(before)
  const twice = createRota(daily('02:30'))
  const first = twice.at(Date.parse('2026-10-25T00:29:59Z'))!.participant
  const after = twice.at(Date.parse('2026-10-25T00:30:00Z'))!.participant
  expect(after).not.toBe(first)
  expect(twice.at(Date.parse('2026-10-25T01:30:00Z'))!.participant).toBe(after)
})

test('later layers come first while they are on, overrides before all', () => {
  const nights = layer({ participants: ['con_n'], hours: [{ from: '22:00', to: '06:00' }] })
  const override = {
    ...{ id: 'oco_1', participant: 'con_x' },
    ...{ from: new Date('2026-02-02T23:00:00Z'), to: new Date('2026-02-03T01:00:00Z') },
  }
  const given = rota({ layers: [layer({}), nights], overrides: [override] })
  expect(who(given, '2026-02-02T20:59:00Z')).toBe('con_b')
  expect(who(given, '2026-02-02T21:00:00Z')).toBe('con_n')
  expect(who(given, '2026-02-02T23:00:00Z')).toBe('con_x')
  expect(who(given, '2026-02-03T01:00:00Z')).toBe('con_n')
  expect(who(given, '2026-02-03T05:00:00Z')).toBe('con_b')
  const from = Date.parse('2026-02-02T12:00:00Z')
  expect(
    createRota(given)
      .shifts(from, from + dayMs)
      .map(({ from: at, onCall }) => [at.toISOString().slice(5, 16), onCall?.participant]),
  ).toEqual([
    ['02-02T12:00', 'con_b'],
    ['02-02T21:00', 'con_n'],
    ['02-02T23:00', 'con_x'],
    ['02-03T01:00', 'con_n'],
    ['02-03T05:00', 'con_b'],
  ])
})

test('is cut at local midnights, also on days of 23 and 25 hours', () => {
  for (const [first, hours] of [
    ['2026-03-28T23:00:00Z', 23],
    ['2026-10-24T22:00:00Z', 25],
  ] as const) {
    const from = Date.parse(first)
    const parts = splitByDay(createRota(rota({})).shifts(from, from + 2 * dayMs), 'Europe/Madrid')
    expect(parts[0]).toMatchObject({ date: first.startsWith('2026-03') ? '2026-03-29' : '2026-10-25' })
    expect((+parts[0]!.to - +parts[0]!.from) / hourMs).toBe(hours)
  }
})

test('shows gaps', () => {
  const given = rota({ layers: [layer({ hours: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }] })] })
  const from = Date.parse('2026-02-06T12:00:00Z')
  expect(
    createRota(given)
      .shifts(from, from + 3 * dayMs)
      .map(({ onCall }) => onCall?.participant ?? 'gap'),
  ).toEqual(['con_b', 'gap', 'con_b', 'con_c'])
})

/** Walks along the handovers of a layer, one local date after the other. */
function reference({ timeZone, layers: [only] }: Rota, atMs: number): string | undefined {
  const { startsOn, rotation, handoverWeekday, handoverTime, participants } = only!
  let date = Temporal.PlainDate.from(startsOn)
  while (rotation === 'weekly' && date.dayOfWeek !== handoverWeekday) date = date.add({ days: 1 })
  let turn = -1
  for (;;) {
    if (date.toPlainDateTime(handoverTime).toZonedDateTime(timeZone).epochMilliseconds > atMs) break
    turn += 1
    date = date.add({ days: rotation === 'weekly' ? 7 : 1 })
  }
  return turn < 0 ? undefined : participants[turn % participants.length]
}

const random = createRandom(laneSeed * 2_654_435 + 28)
const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!

test('agrees with the reference around every clock change of every zone', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  let changes = 0
  for (const timeZone of isFullLane ? zones : zones.filter((_, index) => index % 7 === 0)) {
    const given = rota({
      timeZone,
      layers: [
        layer({
          rotation: pick(['daily', 'weekly']),
          handoverWeekday: 1 + Math.floor(random() * 7),
          handoverTime: pick(['00:00', '00:30', '01:30', '02:00', '02:30', '03:00', '09:00', '23:45']),
          startsOn: '2026-01-01',
        }),
      ],
    })
    const { at } = createRota(given)
    let zoned = Temporal.Instant.from('2026-02-01T00:00:00Z').toZonedDateTimeISO(timeZone)
    const end = Date.parse('2027-01-01T00:00:00Z')
    const instants = Array.from(
      { length: 4 },
      () => Date.parse('2026-01-01') + Math.floor(random() * 300 * dayMs),
    )
    for (;;) {
      const next = zoned.getTimeZoneTransition('next')
      if (!next || next.epochMilliseconds > end) break
      zoned = next
      changes += 1
      for (const hours of [-25, -24, -2, -1, -0.5, 0, 0.25, 0.5, 1, 1.5, 2, 3, 24, 25])
        instants.push(next.epochMilliseconds + hours * hourMs - 1, next.epochMilliseconds + hours * hourMs)
    }
    for (const instant of instants)
      expect([timeZone, given.layers[0], instant, at(instant)?.participant]).toEqual([
        timeZone,
        given.layers[0],
        instant,
        reference(given, instant),
      ])
  }
  expect(changes).toBeGreaterThan(isFullLane ? 150 : 20)
})

test('shifts name at every instant who the schedule names', () => {
  for (let run = 0; run < 60; run += 1) {
    const time = () =>
      `${String(Math.floor(random() * 24)).padStart(2, '0')}:${pick(['00', '15', '30', '45'])}`
    const from =
      Date.parse(pick(['2026-03-20', '2026-10-16', '2026-04-01', '2026-06-01'])) +
      Math.floor(random() * dayMs)
    const override = () => {
      const fromMs = from + Math.floor(random() * 14 * dayMs)
      return {
        ...{ id: `oco_${random()}`, participant: 'con_x' },
        ...{ from: new Date(fromMs), to: new Date(fromMs + 1 + Math.floor(random() * dayMs)) },
      }
    }
    const given = rota({
      timeZone: pick([
        'Europe/Madrid',
        'America/New_York',
        'Australia/Lord_Howe',
        'Africa/Casablanca',
        'UTC',
      ]),
      layers: Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) =>
        layer({
          rotation: pick(['daily', 'weekly']),
          handoverTime: time(),
          participants: [`con_${index}a`, `con_${index}b`],
          hours: random() < 0.3 ? [] : [{ days: [1, 3, 6, 7], from: time(), to: time() }],
        }),
      ),
      overrides: random() < 0.5 ? [override(), override()] : [],
    })
    const reader = createRota(given)
    const to = from + 14 * dayMs
    const shifts = reader.shifts(from, to)
    expect([+shifts[0]!.from, +shifts.at(-1)!.to]).toEqual([from, to])
    const instants = [
      ...Array.from({ length: 300 }, () => from + Math.floor(random() * (to - from))),
      ...shifts.flatMap((shift) => [+shift.from, +shift.to - 1]),
    ]
    for (const instant of instants) {
      const shift = shifts.find((one) => +one.from <= instant && instant < +one.to)!
      expect([instant, given, shift.onCall]).toEqual([instant, given, reader.at(instant)])
    }
  }
})

/** xorshift: the same sequence for a seed. */
function createRandom(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
