// The trips of each driver in turn. Nothing but a few devices of a driver is held at a time.

import type { ReportedSegment } from '../../trips/reported-segments.api.ts'
import { addDriving, readReportedSegments } from '../../trips/reported-segments.api.ts'
import type { Entry, Reading, ReportedDevice } from './catalogue.types.ts'
import { periodOf } from './device-values.ts'

export interface DrivenTrips {
  group: Required<Pick<Entry, 'group' | 'groupId'>>
  devices: ReportedDevice[]
  /** Of these devices, in their order. */
  trips: AsyncIterable<ReportedSegment[]>
}

/** Drivers by name; trips without a driver are last. */
export async function* readDrivenTrips(reading: Reading, devicesAtOnce: number): AsyncGenerator<DrivenTrips> {
  for await (const { driver, devices } of reading.drivers(devicesAtOnce)) {
    yield {
      group: { group: driver?.name ?? reading.texts.withoutDriver, groupId: driver?.id ?? '' },
      devices,
      trips: tripsOf(reading, driver?.id, devices),
    }
  }
}

async function* tripsOf(
  { db, dates, timeZone, now }: Reading,
  driverId: string | undefined,
  devices: ReportedDevice[],
): AsyncGenerator<ReportedSegment[]> {
  // Drivers without devices take time too.
  yield []
  const deviceNumbers = devices.map(({ number }) => number)
  const wanted = { deviceNumbers, kind: 'trip' as const, period: periodOf(dates), timeZone, now }
  for await (const some of readReportedSegments(db, wanted)) {
    const driven = await addDriving(db, some)
    yield driven.filter(({ segment }) => segment.driving?.driver?.id === driverId)
  }
}
