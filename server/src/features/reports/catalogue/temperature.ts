// Temperatures of probes over the period, or by trip.

import type { WindowSums } from '../../temperature/temperature.api.ts'
import { sumTemperatures } from '../../temperature/temperature.api.ts'
import type { ReportedSegment } from '../../trips/reported-segments.api.ts'
import { createLocationBudget } from '../location-budget.ts'
import type { ReportOptions } from '../report.types.ts'
import type { Entry, Reading, ReportDefinition, ReportedDevice, Values } from './catalogue.types.ts'
import { deviceColumns, deviceValues, historyPath, inGroup, periodOf } from './device-values.ts'
import { tripsOfDevice } from './driven.ts'
import { linkOfSegment } from './segment-values.ts'

const devicesPerRead = 50

export const temperature: ReportDefinition = {
  report: 'temperature',
  groupings: ['none', 'group', 'trip'],
  maxDays: 31,
  columns: (_, options = {}) => {
    const isOptional = !hasRange(options)
    const ofTrips = { type: 'dateTime', weight: 2.4, isOptional: options.groupBy !== 'trip' } as const
    return [
      ...deviceColumns,
      { key: 'probe', type: 'count', weight: 1.2 },
      { key: 'start', ...ofTrips },
      { key: 'end', ...ofTrips },
      { key: 'lowest', type: 'decimal', weight: 1.6, total: 'min' },
      { key: 'highest', type: 'decimal', weight: 1.6, total: 'max' },
      {
        key: 'mean',
        type: 'decimal',
        weight: 1.6,
        total: { ratio: ['weighted', 'known'], isUnlimited: true },
      },
      { key: 'measuredTime', type: 'duration', weight: 1.8, total: 'sum' },
      { key: 'outOfRange', type: 'duration', weight: 1.8, total: 'sum', isOptional },
      {
        key: 'outOfRangeShare',
        type: 'share',
        weight: 1.8,
        total: { ratio: ['outOfRange', 'measuredTime'] },
        isOptional,
      },
      { key: 'doorOpen', type: 'duration', weight: 1.8, total: 'sum' },
      { key: 'readings', type: 'count', weight: 1.6, total: 'sum', isOptional: true },
    ]
  },
  footnotes: () => ['temperature'],
  async *read(reading) {
    const onRead = createLocationBudget()
    for await (const { group, devices } of reading.devices(devicesPerRead)) {
      for (const device of devices) {
        const trips = reading.groupBy === 'trip' ? await tripsOfDevice(reading, device) : undefined
        const windows = trips ? trips.map((trip) => windowOf(reading, trip)) : [periodOf(reading.dates)]
        if (windows.length === 0) continue
        const { request, db } = reading
        const range = { minC: request.minTemperature, maxC: request.maxTemperature }
        const parts = sumTemperatures(db, { deviceNumber: device.number, windows, range })
        let part = await parts.next()
        for (; !part.done; part = await parts.next()) {
          onRead(part.value)
          // A report that is cancelled ends here too.
          yield []
        }
        yield entriesOf(reading, { device, group, trips, windows }, part.value)
      }
    }
  },
}

export function hasRange({ minTemperature, maxTemperature }: ReportOptions): boolean {
  return minTemperature !== undefined || maxTemperature !== undefined
}

function windowOf({ dates }: Reading, { segment }: ReportedSegment) {
  const { fromMs, toMs } = periodOf(dates)
  return { fromMs: Math.max(fromMs, segment.beganAtMs), toMs: Math.min(toMs, segment.untilMs) }
}

interface Measured {
  device: ReportedDevice
  group: string | undefined
  trips: ReportedSegment[] | undefined
  windows: { fromMs: number; toMs: number }[]
}

function entriesOf(
  reading: Reading,
  { device, group, trips, windows }: Measured,
  found: WindowSums[],
): Entry[] {
  const tripOf = new Map(trips?.map((trip, index) => [windows[index], trip]))
  return found.flatMap(({ window, probes }) => {
    const trip = tripOf.get(window)
    const inside = trip ? { group: device.name } : inGroup(group, device)
    const link = trip ? linkOfSegment(reading, device, trip) : { path: historyPath(device.id, reading.dates) }
    const times = trip ? { start: trip.segment.beganAtMs, end: trip.segment.endedAtMs } : {}
    return probes.map((sums) => ({
      ...inside,
      values: { ...deviceValues(device), ...times, ...probeValues(sums) },
      ...link,
    }))
  })
}

function probeValues(sums: WindowSums['probes'][number]): Values {
  const seconds = (ms: number | null) => (ms === null ? null : Math.round(ms / 1_000))
  const { weighted, knownMs, outMs } = sums
  return {
    probe: sums.probe,
    lowest: sums.minC,
    highest: sums.maxC,
    mean: knownMs > 0 ? weighted / knownMs : null,
    ...{ weighted, known: knownMs },
    measuredTime: seconds(knownMs),
    outOfRange: seconds(outMs),
    outOfRangeShare: outMs === null || knownMs === 0 ? null : outMs / knownMs,
    doorOpen: seconds(sums.doorMs),
    readings: sums.readings,
  }
}
