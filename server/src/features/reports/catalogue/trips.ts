import type { ReportedSegment } from '../../trips/reported-segments.api.ts'
import { addDriving, idOf, readReportedSegments } from '../../trips/reported-segments.api.ts'
import type { Entry, Reading, ReportDefinition, ReportedDevice, Values } from './catalogue.types.ts'
import { deviceColumns, periodOf } from './device-values.ts'
import { readDrivenTrips } from './driven-trips.ts'
import { devicesPerRead, drivingValues, linkOfSegment, segmentGroup } from './segment-values.ts'

export const trips: ReportDefinition = {
  report: 'trips',
  groupings: ['device', 'none', 'group', 'driver'],
  maxDays: 400,
  columns: () => [
    ...deviceColumns,
    { key: 'start', type: 'dateTime', weight: 2.4 },
    { key: 'end', type: 'dateTime', weight: 2.4 },
    { key: 'from', type: 'text', weight: 4.4 },
    { key: 'to', type: 'text', weight: 4.4 },
    { key: 'distance', type: 'distance', weight: 1.8, total: 'sum' },
    { key: 'duration', type: 'duration', weight: 1.6, total: 'sum' },
    { key: 'idle', type: 'duration', weight: 1.6, total: 'sum' },
    { key: 'maxSpeed', type: 'speed', weight: 1.6, total: 'max' },
    { key: 'averageSpeed', type: 'speed', weight: 1.6 },
    { key: 'bridgedDistance', type: 'distance', weight: 1.8, total: 'sum', isOptional: true },
    { key: 'driver', type: 'text', weight: 2.4, isOptional: true },
    { key: 'purpose', type: 'text', weight: 1.6, isOptional: true },
    { key: 'note', type: 'text', weight: 3, isOptional: true },
    { key: 'corrections', type: 'count', weight: 1.2, total: 'sum', isOptional: true },
    { key: 'id', type: 'text', weight: 3, isOptional: true },
  ],
  footnotes: () => ['cut', 'bridged'],
  async *read(reading) {
    if (reading.groupBy === 'driver') yield* byDriver(reading)
    else yield* byDevice(reading)
  },
}

async function* byDevice(reading: Reading): AsyncGenerator<Entry[]> {
  const { db, dates, timeZone, now, request } = reading
  const hasDriving = ['driver', 'purpose', 'note'].some((key) => request.columns?.includes(key))
  const period = periodOf(dates)
  for await (const { group, devices } of reading.devices(devicesPerRead)) {
    const byNumber = new Map(devices.map((device) => [device.number, device]))
    const wanted = { deviceNumbers: [...byNumber.keys()], kind: 'trip' as const, period, timeZone, now }
    for await (const plain of readReportedSegments(db, wanted)) {
      const some = hasDriving ? await addDriving(db, plain) : plain
      yield some.map((trip) => {
        const device = byNumber.get(trip.segment.deviceNumber)!
        return { ...segmentGroup(reading, device, group), ...tripEntry(reading, device, trip) }
      })
    }
  }
}

async function* byDriver(reading: Reading): AsyncGenerator<Entry[]> {
  for await (const { group, devices, trips: found } of readDrivenTrips(reading, devicesPerRead)) {
    const byNumber = new Map(devices.map((device) => [device.number, device]))
    for await (const some of found) {
      yield some.map((trip) => ({
        ...group,
        ...tripEntry(reading, byNumber.get(trip.segment.deviceNumber)!, trip),
      }))
    }
  }
}

function tripEntry(reading: Reading, device: ReportedDevice, one: ReportedSegment): Entry {
  const { namePlace, request, texts } = reading
  const { segment, cm, seconds } = one
  const { totals, from, to, endedAtMs } = segment
  const shortName = (place: { latitudeE7: number; longitudeE7: number }) =>
    namePlace(place.latitudeE7 / 1e7, place.longitudeE7 / 1e7).name
  // One literal: a report has millions of rows, and each object that is spread into them is copied field by field.
  const values: Values = {
    device: device.name,
    licensePlate: device.licensePlate,
    start: segment.beganAtMs,
    end: endedAtMs,
    from: shortName(from),
    to: endedAtMs === null ? null : shortName(to),
    distance: cm,
    duration: seconds,
    idle: one.isCut ? null : totals.idleSeconds,
    maxSpeed: totals.topSpeedTenthKmh,
    averageSpeed: seconds > 0 ? (cm / seconds) * 0.36 : null,
    bridgedDistance: one.isCut ? null : totals.bridgedCm,
    corrections: segment.corrections,
  }
  if (segment.driving) Object.assign(values, drivingValues(segment.driving, texts))
  if (request.columns?.includes('id')) values.id = idOf(one)
  return { values, ...linkOfSegment(reading, device, one) }
}
