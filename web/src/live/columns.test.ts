import { describe, expect, test } from 'vitest'
import type { LocationUpdate } from './columns.ts'
import { Columns } from './columns.ts'
import { fold } from './fold.ts'

const noon = Date.UTC(2026, 10, 15, 12)

function update(more: Partial<LocationUpdate> = {}): LocationUpdate {
  return {
    latitude: 40,
    longitude: -3,
    speedKmh: 50,
    courseDeg: 90,
    fixedAtMs: noon,
    isMoving: null,
    hasIgnition: null,
    ...more,
  }
}

function withOne(more: { isExpired?: boolean; isOnline?: boolean } = {}) {
  const columns = new Columns()
  const index = columns.keep({
    id: 'dev_1',
    name: 'Boat',
    isExpired: false,
    isOnline: true,
    groups: [],
    ...more,
  })
  return { columns, index }
}

describe('a status', () => {
  test('is never until a report is received', () => {
    const { columns, index } = withOne()
    expect(columns.statusOf(index)).toBe('never')
    columns.move(index, update(), noon)
    expect(columns.statusOf(index)).toBe('moving')
  })

  test.each([
    [{ speedKmh: 2 }, 'stopped'],
    [{ speedKmh: 2, hasIgnition: true }, 'idling'],
    [{ speedKmh: 80, isMoving: false }, 'stopped'],
    [{ speedKmh: null, isMoving: true }, 'moving'],
  ] as const)('of %o is %s', (more, status) => {
    const { columns, index } = withOne()
    columns.move(index, update(more), noon)
    expect(columns.statusOf(index)).toBe(status)
  })

  test('is offline when the server reports it, whatever was received last', () => {
    const { columns, index } = withOne()
    columns.move(index, update(), noon)
    columns.setOnline(index, false)
    expect(columns.statusOf(index)).toBe('offline')
  })

  test('follows the ignition of a later report without a position, which does not move the device', () => {
    const { columns, index } = withOne()
    columns.move(index, update({ speedKmh: 2, hasIgnition: true }), noon)
    columns.report(index, { atMs: noon - 1, hasIgnition: false }, noon + 1)
    expect(columns.statusOf(index)).toBe('idling')
    columns.report(index, { atMs: noon + 60_000, hasIgnition: false }, noon + 60_000)
    expect(columns.statusOf(index)).toBe('stopped')
    expect(columns.row(index)).toMatchObject({ latitude: 40, fixedAtMs: noon, lastSeenMs: noon + 60_000 })
  })

  test('is expired before all others', () => {
    const { columns, index } = withOne({ isExpired: true })
    columns.move(index, update(), noon)
    expect(columns.statusOf(index)).toBe('expired')
  })
})

test('older locations than the known one are ignored', () => {
  const { columns, index } = withOne()
  columns.move(index, update({ latitude: 41 }), noon)
  columns.move(index, update({ latitude: 10, fixedAtMs: noon - 1 }), noon + 5)
  expect(columns.row(index)).toMatchObject({ latitude: 41, fixedAtMs: noon, lastSeenMs: noon + 5 })
})

test('a report without a fix keeps the coordinates and updates the last contact', () => {
  const { columns, index } = withOne()
  columns.move(index, update(), noon)
  columns.move(index, update({ latitude: null, longitude: null, fixedAtMs: noon + 60_000 }), noon + 60_000)
  expect(columns.row(index)).toMatchObject({ latitude: 40, fixedAtMs: noon, lastSeenMs: noon + 60_000 })
})

test('5,000 devices are added, half of them removed, and each row stays correct', () => {
  const columns = new Columns()
  for (let number = 0; number < 5_000; number += 1) {
    const index = columns.keep({
      id: `dev_${number}`,
      name: `Truck ${number}`,
      isExpired: false,
      isOnline: true,
      groups: [`grp_${number % 7}`],
    })
    columns.move(index, update({ latitude: number / 100 }), noon)
  }
  for (let number = 0; number < 5_000; number += 2) columns.remove(`dev_${number}`)
  expect(columns.size).toBe(2_500)
  for (let number = 0; number < 5_000; number += 1) {
    const index = columns.indexOf(`dev_${number}`)
    if (number % 2 === 0) expect(index).toBeUndefined()
    else {
      expect(columns.row(index!)).toMatchObject({ name: `Truck ${number}`, latitude: number / 100 })
      expect(columns.groups[index!]).toEqual([`grp_${number % 7}`])
    }
  }
})

test('searches ignore accents and case', () => {
  expect(fold('Ñandú ÁGIL')).toBe('nandu agil')
})
