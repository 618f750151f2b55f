// The trips of a device with what happened during them: spans above the speed limit, and harsh events.

import type { Incident, LimitsOfDevice } from '../../trips/incidents/incident.api.ts'
import { readDrivingLimits, readIncidents } from '../../trips/incidents/incident.api.ts'
import type { ReportedSegment } from '../../trips/reported-segments.api.ts'
import { addDriving, readReportedSegments } from '../../trips/reported-segments.api.ts'
import type { Reading, ReportedDevice } from './catalogue.types.ts'
import { periodOf } from './device-values.ts'

const devicesPerRead = 50

export interface DrivenDevice {
  group: string | undefined
  device: ReportedDevice
  limits: LimitsOfDevice
  /** In the order of time. */
  trips: ReportedSegment[]
}

export type TripIncident = Incident & { trip: ReportedSegment }

/** Devices without trips in the period are absent. */
export async function* readDrivenDevices(
  reading: Reading,
  { hasDrivers }: { hasDrivers: boolean },
): AsyncGenerator<DrivenDevice> {
  const { db } = reading
  for await (const { group, devices } of reading.devices(devicesPerRead)) {
    const limitsOf = await readDrivingLimits(
      db,
      devices.map(({ number }) => number),
    )
    for (const device of devices) {
      const trips = await tripsOfDevice(reading, device, { hasDrivers })
      if (trips.length > 0) yield { group, device, limits: limitsOf(device.number), trips }
    }
  }
}

/** Undefined if it has no trips in the period. */
export async function readDrivenDevice(
  reading: Reading,
  device: ReportedDevice,
): Promise<DrivenDevice | undefined> {
  const limitsOf = await readDrivingLimits(reading.db, [device.number])
  const trips = await tripsOfDevice(reading, device)
  return trips.length > 0 ? { group: undefined, device, limits: limitsOf(device.number), trips } : undefined
}

/** In the order of time. */
export async function tripsOfDevice(
  { db, dates, timeZone, now }: Reading,
  { number }: ReportedDevice,
  { hasDrivers }: { hasDrivers: boolean } = { hasDrivers: false },
): Promise<ReportedSegment[]> {
  const wanted = { deviceNumbers: [number], kind: 'trip' as const, period: periodOf(dates), timeZone, now }
  const trips: ReportedSegment[] = []
  for await (const some of readReportedSegments(db, wanted)) {
    trips.push(...(hasDrivers ? await addDriving(db, some) : some))
  }
  return trips
}

/** What happens outside trips does not count: a parked vehicle does not speed. */
export async function* readTripIncidents(
  { db, dates }: Reading,
  { device, limits, trips }: DrivenDevice,
  onRead: (locations: number) => void,
): AsyncGenerator<TripIncident[]> {
  const period = periodOf(dates)
  const driven = {
    fromMs: Math.max(period.fromMs, trips[0]!.segment.beganAtMs),
    toMs: Math.min(period.toMs, trips.at(-1)!.segment.untilMs + 1),
  }
  for await (const { incidents, scanned } of readIncidents(db, device.number, driven, limits)) {
    onRead(scanned)
    yield incidents
      .flatMap((incident) => {
        const trip = tripAt(trips, incident.startMs)
        return trip ? [{ ...incident, trip }] : []
      })
      .sort((one, other) => one.startMs - other.startMs)
  }
}

function tripAt(trips: ReportedSegment[], atMs: number): ReportedSegment | undefined {
  let [low, high] = [0, trips.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (trips[middle]!.segment.beganAtMs <= atMs) low = middle + 1
    else high = middle
  }
  const trip = trips[low - 1]
  return trip && atMs <= trip.segment.untilMs ? trip : undefined
}
