// What drivers drove, device by device: the sums of their trips.

import type { ReportedSegment } from '../../trips/reported-segments.api.ts'
import type { Entry, Reading, Values } from './catalogue.types.ts'
import type { Period } from './device-values.ts'
import { deviceValues, historyPath, periodOf } from './device-values.ts'
import { readDrivenTrips } from './driven-trips.ts'
import { devicesPerRead } from './segment-values.ts'

/** Of the trips of one driver with one device. */
interface TripSums {
  cm: number
  bridgedCm: number
  trips: number
  tripSeconds: number
  idleSeconds: number
  /** Null if nothing is known of the engine. */
  engineSeconds: number | null
  /** Of trips with a known engine. */
  idleOfEngine: number
  topSpeed: number | null
  firstStartMs: number | null
  lastEndMs: number | null
  days: Set<string>
}

/** Drivers by name, and their devices by name. What nobody is known to have driven is last. */
export async function* summarizeDrivers(reading: Reading): AsyncGenerator<Entry[]> {
  const { dates } = reading
  const period = periodOf(dates)
  for await (const { group, devices, trips } of readDrivenTrips(reading, devicesPerRead)) {
    const sums = new Map<number, TripSums>()
    for await (const some of trips) {
      for (const trip of some) {
        const { deviceNumber } = trip.segment
        const known = sums.get(deviceNumber) ?? emptySums()
        sums.set(deviceNumber, known)
        addTrip(known, trip, period, dates)
      }
    }
    yield devices.flatMap((device): Entry[] => {
      const found = sums.get(device.number)
      if (!found) return []
      const values = { ...deviceValues(device), ...valuesOf(found) }
      return [{ ...group, values, path: historyPath(device.id, dates) }]
    })
  }
}

function emptySums(): TripSums {
  const none = { engineSeconds: null, topSpeed: null, firstStartMs: null, lastEndMs: null }
  const zero = { cm: 0, bridgedCm: 0, trips: 0, tripSeconds: 0, idleSeconds: 0, idleOfEngine: 0 }
  return { ...none, ...zero, days: new Set() }
}

/** As the days of devices count: a trip belongs to the period that it begins in, its distance and time to both. */
function addTrip(sums: TripSums, trip: ReportedSegment, period: Period, dates: Reading['dates']): void {
  const { beganAtMs, endedAtMs, untilMs, totals } = trip.segment
  sums.cm += trip.cm
  sums.tripSeconds += trip.seconds
  sums.topSpeed = largest(sums.topSpeed, totals.topSpeedTenthKmh)
  if (beganAtMs >= period.fromMs) {
    sums.trips += 1
    sums.firstStartMs = smallest(sums.firstStartMs, beganAtMs)
  }
  if (endedAtMs !== null && endedAtMs < period.toMs) sums.lastEndMs = largest(sums.lastEndMs, endedAtMs)
  for (const { day, startMs, endMs } of dates) if (beganAtMs < endMs && untilMs > startMs) sums.days.add(day)
  // Which part of these lies in the period is not known.
  if (trip.isCut) return
  sums.bridgedCm += totals.bridgedCm
  sums.idleSeconds += totals.idleSeconds
  if (totals.engineSeconds === null) return
  sums.engineSeconds = (sums.engineSeconds ?? 0) + totals.engineSeconds
  sums.idleOfEngine += totals.idleSeconds
}

function valuesOf(sums: TripSums): Values {
  const { engineSeconds, idleOfEngine } = sums
  return {
    distance: sums.cm,
    trips: sums.trips,
    tripTime: sums.tripSeconds,
    idle: sums.idleSeconds,
    idleShare: engineSeconds ? Math.min(1, idleOfEngine / engineSeconds) : null,
    idleOfEngine,
    engine: engineSeconds,
    maxSpeed: sums.topSpeed,
    firstStart: sums.firstStartMs,
    lastEnd: sums.lastEndMs,
    daysUsed: sums.days.size,
    bridgedDistance: sums.bridgedCm,
  }
}

function largest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}

function smallest(one: number | null, other: number): number {
  return one === null ? other : Math.min(one, other)
}
