import { addDriving, readReportedSegments } from '../../trips/reported-segments.api.ts'
import type { ReportDefinition } from './catalogue.types.ts'
import { deviceColumns, deviceValues, periodOf } from './device-values.ts'
import { devicesPerRead, drivingValues, pathOfSegment, segmentGroup, timesOf } from './segment-values.ts'

export const trips: ReportDefinition = {
  report: 'trips',
  groupings: ['device', 'none', 'group'],
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
    const { db, dates, timeZone, now, namePlace, request, texts } = reading
    const hasDriving = ['driver', 'purpose', 'note'].some((key) => request.columns?.includes(key))
    const period = periodOf(dates)
    const shortName = (place: { latitudeE7: number; longitudeE7: number }) =>
      namePlace(place.latitudeE7 / 1e7, place.longitudeE7 / 1e7).name
    for await (const { group, devices } of reading.devices(devicesPerRead)) {
      const byNumber = new Map(devices.map((device) => [device.number, device]))
      const wanted = { deviceNumbers: [...byNumber.keys()], kind: 'trip' as const, period, timeZone, now }
      for await (const plain of readReportedSegments(db, wanted)) {
        const some = hasDriving ? await addDriving(db, plain) : plain
        yield some.map((one) => {
          const { segment, cm, seconds, id } = one
          const { totals, from, to, endedAtMs, deviceNumber } = segment
          const device = byNumber.get(deviceNumber)!
          const values = {
            ...deviceValues(device),
            ...timesOf(segment),
            from: shortName(from),
            to: endedAtMs === null ? null : shortName(to),
            distance: cm,
            duration: seconds,
            idle: one.isCut ? null : totals.idleSeconds,
            maxSpeed: totals.topSpeedTenthKmh,
            averageSpeed: seconds > 0 ? (cm / seconds) * 0.36 : null,
            bridgedDistance: one.isCut ? null : totals.bridgedCm,
            ...drivingValues(segment.driving, texts),
            corrections: segment.corrections,
            id,
          }
          return { ...segmentGroup(reading, device, group), values, path: pathOfSegment(one) }
        })
      }
    }
  },
}
