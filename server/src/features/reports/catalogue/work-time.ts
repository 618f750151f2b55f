// The working days of drivers, or of devices: from the first start to the last end, with driving and breaks.

import type { ReportedSegment } from '../../trips/reported-segments.api.ts'
import { addDriving, readReportedSegments } from '../../trips/reported-segments.api.ts'
import type { Entry, Reading, ReportDefinition } from './catalogue.types.ts'
import { periodOf } from './device-values.ts'
import type { NamedDriver } from './driver-order.ts'
import { byDriverName, driverOf } from './driver-order.ts'
import { devicesPerRead } from './segment-values.ts'
import type { WorkDay } from './work-day.ts'
import { addTrip, createWorkHours } from './work-day.ts'

/** Of one day, as text. */
const maxNames = 3
const rowsPerPart = 1_000

export const workTime: ReportDefinition = {
  report: 'workTime',
  groupings: ['driver', 'device'],
  maxDays: 31,
  columns: () => [
    { key: 'driver', type: 'text', weight: 3 },
    { key: 'day', type: 'day', weight: 2 },
    { key: 'device', type: 'text', weight: 3 },
    { key: 'start', type: 'dateTime', weight: 2.4 },
    { key: 'end', type: 'dateTime', weight: 2.4 },
    { key: 'span', type: 'duration', weight: 1.8, total: 'sum' },
    { key: 'tripTime', type: 'duration', weight: 1.8, total: 'sum' },
    { key: 'breaks', type: 'duration', weight: 1.8, total: 'sum' },
    { key: 'outsideHours', type: 'duration', weight: 1.8, total: 'sum' },
    { key: 'trips', type: 'count', weight: 1.2, total: 'sum' },
    { key: 'distance', type: 'distance', weight: 1.8, total: 'sum' },
  ],
  footnotes: () => ['workTime', 'cut'],
  async *read(reading) {
    if (reading.groupBy === 'device') yield* byDevice(reading)
    else yield* byDriver(reading)
  },
}

type Trip = ReportedSegment & { device: string }

async function* tripsOf(reading: Reading): AsyncGenerator<Trip[]> {
  const { db, dates, timeZone, now } = reading
  const period = periodOf(dates)
  for await (const { devices } of reading.devices(devicesPerRead)) {
    const names = new Map(devices.map(({ number, name }) => [number, name]))
    const wanted = { deviceNumbers: [...names.keys()], kind: 'trip' as const, period, timeZone, now }
    for await (const some of readReportedSegments(db, wanted)) {
      const driven = await addDriving(db, some)
      yield driven.map((trip) => ({ ...trip, device: names.get(trip.segment.deviceNumber)! }))
    }
  }
}

/** Trips of a device follow each other. */
async function* byDevice(reading: Reading): AsyncGenerator<Entry[]> {
  const hoursOf = createWorkHours(reading.timeZone, reading.request.workingHours)
  let current: { number: number; group: string; days: Map<string, WorkDay> } | undefined
  for await (const trips of tripsOf(reading)) {
    const done: Entry[] = []
    for (const trip of trips) {
      const { deviceNumber: number } = trip.segment
      if (current && current.number !== number)
        done.push(...entriesOf({ group: current.group, groupId: String(current.number) }, current.days))
      if (current?.number !== number) current = { number, group: trip.device, days: new Map() }
      addTrip(current.days, trip, namesOf(trip), reading.dates, hoursOf)
    }
    yield done
  }
  if (current) yield entriesOf({ group: current.group, groupId: String(current.number) }, current.days)
}

/** A driver drives several devices. Only a month of sums is kept. */
async function* byDriver(reading: Reading): AsyncGenerator<Entry[]> {
  const hoursOf = createWorkHours(reading.timeZone, reading.request.workingHours)
  const drivers = new Map<string, NamedDriver & { days: Map<string, WorkDay> }>()
  for await (const trips of tripsOf(reading)) {
    for (const trip of trips) {
      const driver = driverOf(trip, reading.texts)
      const known = drivers.get(driver.id) ?? { ...driver, days: new Map() }
      drivers.set(driver.id, known)
      addTrip(known.days, trip, namesOf(trip), reading.dates, hoursOf)
    }
    yield []
  }
  let part: Entry[] = []
  for (const { id, name, days } of [...drivers.values()].sort(byDriverName)) {
    const entries = entriesOf({ group: name, groupId: id }, days)
    part.push(...(id === '' ? entries.map(withoutSpan) : entries))
    if (part.length < rowsPerPart) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

function namesOf({ device, segment }: Trip): { device: string; driver: string | null } {
  return { device, driver: segment.driving?.driver?.name ?? segment.driving?.driverTag ?? null }
}

function entriesOf(group: Pick<Entry, 'group' | 'groupId'>, days: Map<string, WorkDay>): Entry[] {
  return [...days.values()]
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .map((day) => {
      const span = Math.round((day.endMs - day.startMs) / 1_000)
      return {
        ...group,
        values: {
          driver: listOf(day.drivers),
          day: day.day,
          device: listOf(day.devices),
          start: day.startMs,
          end: day.endMs,
          span,
          tripTime: day.tripSeconds,
          breaks: Math.max(0, span - day.tripSeconds),
          outsideHours: day.outsideSeconds,
          trips: day.trips,
          distance: day.cm,
        },
      }
    })
}

/** Trips without a driver are of many devices at once: the day has no start, and no breaks. */
function withoutSpan({ values, ...entry }: Entry): Entry {
  return { ...entry, values: { ...values, start: null, end: null, span: null, breaks: null } }
}

function listOf(names: Set<string>): string | null {
  const shown = [...names].sort().slice(0, maxNames).join(', ')
  return shown === '' ? null : names.size > maxNames ? `${shown}, …` : shown
}
