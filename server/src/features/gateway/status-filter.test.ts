import type { Location } from '@rastro/protocols'
import { describe, expect, test } from 'vitest'
import { toStatusRow } from '../recorder/location-row.api.ts'
import { createStatusFilter } from './status-filter.ts'

const baseMs = Date.parse('2026-11-19T08:00:00Z')

function row(values: Partial<Location>, second = 0, deviceRef = '356307042441013') {
  const receivedAt = new Date(baseMs + second * 1_000)
  const reception = { deviceRef, protocol: 'gt06', receivedAt, datesRollOver: false }
  return toStatusRow({ valid: false, alarms: [], attributes: {}, ...values }, reception)!
}

/** Whether each is news after those before it. */
function newsOf(...rows: ReturnType<typeof row>[]): boolean[] {
  const filter = createStatusFilter()
  return rows.map((one) => {
    const isNews = filter.isNews(one)
    if (isNews) filter.remember(one)
    return isNews
  })
}

describe('a status is news', () => {
  test('once, if nothing changes', () => {
    const same = { batteryPct: 80, ignition: false, attributes: { charging: false } }
    expect(newsOf(row(same), row(same, 60), row(same, 120))).toEqual([true, false, false])
  })

  test('if a value or a state changes, and not if only the radio does', () => {
    const reporting = (charging: boolean, gsmLevel: number) => ({
      batteryPct: 80,
      attributes: { charging, gsmLevel },
    })
    expect(
      newsOf(row(reporting(false, 4)), row(reporting(false, 2), 60), row(reporting(true, 2), 120)),
    ).toEqual([true, false, true])
    expect(newsOf(row({ batteryPct: 80 }), row({ batteryPct: 79 }, 60))).toEqual([true, true])
    expect(newsOf(row({ ignition: false }), row({ ignition: false, powerV: 12 }, 60))).toEqual([true, true])
  })

  test('if a measured value leaves the tolerance, however slowly', () => {
    const volts = [12.4, 12.5, 12.7, 12.9, 12.8]
    expect(newsOf(...volts.map((powerV, index) => row({ powerV }, index * 10)))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
  })

  test('whenever it has an alarm, and when the alarm is over', () => {
    const sos = { alarms: ['sos' as const], batteryPct: 80 }
    const rows = [row(sos), row(sos, 1), row({ batteryPct: 80 }, 2), row({ batteryPct: 80 }, 3)]
    expect(newsOf(...rows)).toEqual([true, true, true, false])
  })

  test('again after four minutes, so that the device stays online', () => {
    expect(
      newsOf(row({ batteryPct: 80 }), row({ batteryPct: 80 }, 239), row({ batteryPct: 80 }, 240)),
    ).toEqual([true, false, true])
  })

  test('if the log did not take the one before', () => {
    const filter = createStatusFilter()
    expect(filter.isNews(row({ batteryPct: 80 }))).toBe(true)
    expect(filter.isNews(row({ batteryPct: 80 }, 1))).toBe(true)
  })

  test('of each tracker by itself, with a bound on how many are remembered', () => {
    const filter = createStatusFilter(2)
    for (const tracker of ['1', '2', '3']) filter.remember(row({ batteryPct: 80 }, 0, tracker))
    const isNews = (tracker: string) => filter.isNews(row({ batteryPct: 80 }, 1, tracker))
    expect(['1', '2', '3'].map(isNews)).toEqual([true, false, false])
  })
})

test('a status without content is none', () => {
  const reception = { deviceRef: '1', protocol: 'gt06', receivedAt: new Date(baseMs), datesRollOver: false }
  expect(toStatusRow({ valid: false, alarms: [], attributes: {} }, reception)).toBeUndefined()
})
