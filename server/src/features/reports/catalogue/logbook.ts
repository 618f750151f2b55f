// Every trip with odometer, purpose and driver, and every change of it: what tax offices ask for.

import type { LoggedChange } from '../../trips/logbook.api.ts'
import { readLogbook } from '../../trips/logbook.api.ts'
import { idOf } from '../../trips/reported-segments.api.ts'
import type { ValueFormat } from '../formats/values.ts'
import { createValueFormat } from '../formats/values.ts'
import type { ReportTexts } from '../texts/texts.types.ts'
import type { ReportDefinition } from './catalogue.types.ts'
import { deviceColumns, deviceValues, periodOf } from './device-values.ts'
import { devicesPerRead, drivingValues, linkOfSegment, segmentGroup, timesOf } from './segment-values.ts'

export const logbook: ReportDefinition = {
  report: 'logbook',
  groupings: ['device', 'none', 'group'],
  maxDays: 400,
  columns: () => [
    ...deviceColumns,
    { key: 'start', type: 'dateTime', weight: 2.4 },
    { key: 'end', type: 'dateTime', weight: 2.4 },
    { key: 'from', type: 'text', weight: 4.6 },
    { key: 'to', type: 'text', weight: 4.6 },
    { key: 'odometerStart', type: 'distance', weight: 2 },
    { key: 'odometerEnd', type: 'distance', weight: 2 },
    { key: 'distance', type: 'distance', weight: 1.8, total: 'sum' },
    { key: 'purpose', type: 'text', weight: 1.6 },
    { key: 'driver', type: 'text', weight: 2.2 },
    { key: 'note', type: 'text', weight: 2 },
    { key: 'changes', type: 'text', weight: 2.8 },
    { key: 'id', type: 'text', weight: 3, isOptional: true },
  ],
  footnotes: () => ['logbook', 'cut'],
  async *read(reading) {
    const { db, dates, timeZone, now, namePlace, texts, request } = reading
    const { language, units } = request
    const format = createValueFormat({ language, units, timeZone })
    const period = periodOf(dates)
    const nameOf = (place: { latitudeE7: number; longitudeE7: number }) =>
      namePlace(place.latitudeE7 / 1e7, place.longitudeE7 / 1e7).name
    for await (const { group, devices } of reading.devices(devicesPerRead)) {
      const byNumber = new Map(devices.map((device) => [device.number, device]))
      const wanted = { deviceNumbers: [...byNumber.keys()], period, timeZone, now }
      for await (const some of readLogbook(db, wanted)) {
        yield some.map((one) => {
          const { segment, cm, odometerStartCm, odometerEndCm, changes } = one
          const device = byNumber.get(segment.deviceNumber)!
          const values = {
            ...deviceValues(device),
            ...timesOf(segment),
            from: nameOf(segment.from),
            to: segment.endedAtMs === null ? null : nameOf(segment.to),
            odometerStart: odometerStartCm,
            odometerEnd: odometerEndCm,
            distance: cm,
            ...drivingValues(segment.driving, texts),
            changes: changes.map((change) => changeText(change, format, texts)).join('; ') || null,
            id: idOf(one),
          }
          return { ...segmentGroup(reading, device, group), values, ...linkOfSegment(reading, device, one) }
        })
      }
    }
  },
}

/** As in `15 Nov 2026 08:30 Ana: Business, Bea, Customer`. */
function changeText(change: LoggedChange, format: ValueFormat, texts: ReportTexts): string {
  const { atMs, userName, purpose, driverName, note, cause } = change
  const when = format.cell(Math.floor(atMs), 'dateTime')
  if (cause !== null) return `${when} ${texts.corrected} (${texts.causes[cause] ?? cause})`
  const what = [purpose && texts.purposes[purpose], driverName, note].filter(Boolean).join(', ')
  return `${userName ? `${when} ${userName}` : when}: ${what || '–'}`
}
