import { idOf, readReportedSegments } from '../../trips/reported-segments.api.ts'
import type { ReportDefinition } from './catalogue.types.ts'
import { deviceColumns, deviceValues, periodOf } from './device-values.ts'
import { devicesPerRead, linkOfSegment, segmentGroup, timesOf } from './segment-values.ts'

export const stops: ReportDefinition = {
  report: 'stops',
  groupings: ['device', 'none', 'group'],
  maxDays: 400,
  columns: () => [
    ...deviceColumns,
    { key: 'start', type: 'dateTime', weight: 2.4 },
    { key: 'end', type: 'dateTime', weight: 2.4 },
    { key: 'place', type: 'text', weight: 6 },
    { key: 'duration', type: 'duration', weight: 2, total: 'sum' },
    { key: 'idle', type: 'duration', weight: 2, total: 'sum' },
    { key: 'engine', type: 'duration', weight: 2, total: 'sum', isOptional: true },
    { key: 'distance', type: 'distance', weight: 2, total: 'sum', isOptional: true },
    { key: 'id', type: 'text', weight: 3, isOptional: true },
  ],
  footnotes: () => ['cut'],
  async *read(reading) {
    const { db, dates, timeZone, now, namePlace } = reading
    const period = periodOf(dates)
    for await (const { group, devices } of reading.devices(devicesPerRead)) {
      const byNumber = new Map(devices.map((device) => [device.number, device]))
      const wanted = { deviceNumbers: [...byNumber.keys()], kind: 'stop' as const, period, timeZone, now }
      for await (const some of readReportedSegments(db, wanted)) {
        yield some.map((one) => {
          const { segment, cm, seconds } = one
          const device = byNumber.get(segment.deviceNumber)!
          const { latitudeE7, longitudeE7 } = segment.from
          const values = {
            ...deviceValues(device),
            ...timesOf(segment),
            place: namePlace(latitudeE7 / 1e7, longitudeE7 / 1e7).name,
            duration: seconds,
            idle: one.isCut ? null : segment.totals.idleSeconds,
            engine: one.isCut ? null : segment.totals.engineSeconds,
            distance: cm,
            id: idOf(one),
          }
          return { ...segmentGroup(reading, device, group), values, ...linkOfSegment(reading, device, one) }
        })
      }
    }
  },
}
