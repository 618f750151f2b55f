import type { ReportedVisit } from '../../trips/visits/reported-visits.api.ts'
import { readVisitsOfDevices, readVisitsOfGeofence } from '../../trips/visits/reported-visits.api.ts'
import type { Entry, Reading, ReportDefinition, Values } from './catalogue.types.ts'
import { deviceColumns, deviceValues, periodOf } from './device-values.ts'
import { segmentGroup } from './segment-values.ts'

const devicesAtOnce = 50

/** Stays inside geofences. */
export const visits: ReportDefinition = {
  report: 'visits',
  groupings: ['geofence', 'device', 'none', 'group'],
  maxDays: 400,
  columns: () => [
    ...deviceColumns,
    { key: 'geofence', type: 'text', weight: 4 },
    { key: 'entered', type: 'dateTime', weight: 2.4 },
    { key: 'left', type: 'dateTime', weight: 2.4 },
    { key: 'stay', type: 'duration', weight: 2, total: 'sum' },
    { key: 'distanceInside', type: 'distance', weight: 2, total: 'sum' },
    { key: 'idle', type: 'duration', weight: 2, total: 'sum', isOptional: true },
    { key: 'visitType', type: 'text', weight: 2, isOptional: true },
    { key: 'count', type: 'count', weight: 1, total: 'sum', isOptional: true },
  ],
  footnotes: () => ['cutVisits', 'deletedGeofences'],
  read: (reading) => (reading.groupBy === 'geofence' ? readByGeofence(reading) : readByDevice(reading)),
}

async function* readByGeofence(reading: Reading): AsyncGenerator<Entry[]> {
  const { db, dates, isWanted } = reading
  const period = periodOf(dates)
  for (const { number, name } of await reading.geofences()) {
    for await (const some of readVisitsOfGeofence(db, number, isWanted, period)) {
      yield some.map((visit) => entryOf(reading, visit, deviceValues(visit), name, { group: name }))
    }
  }
}

async function* readByDevice(reading: Reading): AsyncGenerator<Entry[]> {
  const { db, dates } = reading
  const names = new Map((await reading.geofences()).map(({ number, name }) => [number, name]))
  for await (const { group, devices } of reading.devices(devicesAtOnce)) {
    const byNumber = new Map(devices.map((device) => [device.number, device]))
    const numbers = [...byNumber.keys()]
    for await (const some of readVisitsOfDevices(db, numbers, [...names.keys()], periodOf(dates))) {
      yield some.map((visit) => {
        const device = byNumber.get(visit.deviceNumber)!
        const geofence = names.get(visit.geofenceNumber)!
        return entryOf(reading, visit, deviceValues(device), geofence, segmentGroup(reading, device, group))
      })
    }
  }
}

function entryOf(
  { texts }: Reading,
  visit: ReportedVisit,
  ofDevice: Values,
  geofence: string,
  group: Pick<Entry, 'group' | 'isRepeat'>,
): Entry {
  const { enteredAtMs, leftAtMs, untilMs, kind, seconds, cm, idleSeconds, deviceId } = visit
  const [from, to] = [new Date(enteredAtMs).toISOString(), new Date(untilMs).toISOString()]
  return {
    ...group,
    values: {
      ...ofDevice,
      ...{
        geofence,
        entered: enteredAtMs,
        left: leftAtMs,
        stay: seconds,
        distanceInside: cm,
        idle: idleSeconds,
      },
      visitType: texts.visitTypes[kind],
      count: 1,
    },
    path: `/history/${deviceId}?from=${from}&to=${to}`,
  }
}
