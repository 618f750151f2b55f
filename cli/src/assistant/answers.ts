// The API's objects as an assistant gets them: what a question needs, with units in the names.

import type { Alert, Device, Location, Place, Segment } from '@rastro/client'

const kmhPerMs = 3.6
const round = (value: number, decimals: number) => Number(value.toFixed(decimals))

export const kilometres = (metres: number) => round(metres / 1_000, 2)
export const minutes = (seconds: number) => round(seconds / 60, 1)
const kmh = (speed: number) => round(speed * kmhPerMs, 1)

export function deviceAnswer(device: Device): object {
  const { id, name, identifier, state, online, lastSeenAt, licensePlate, driverName, groups } = device
  return present({ id, name, identifier, state, online, lastSeenAt, licensePlate, driverName, groups })
}

export function locationAnswer(location: Location & { place?: Place }): object {
  const { dateTime, latitude, longitude, speed, course, altitude, valid, place } = location
  const { ignition, battery, fuel, temperature, alerts } = location
  return present({
    ...{ dateTime, latitude, longitude, place: place?.name },
    speedKmh: speed === undefined ? undefined : kmh(speed),
    ...{ courseDegrees: course, altitudeMetres: altitude },
    // The last known place, without a fix.
    hasNoFix: valid ? undefined : true,
    ...{ ignition, batteryPercent: battery, fuelPercent: fuel, temperatureCelsius: temperature },
    alarms: alerts?.length ? alerts : undefined,
  })
}

type Point = NonNullable<Segment['end']>

export function segmentAnswer(segment: Segment): object {
  const { id, deviceId, type, state, start, end, duration, distance, idleSeconds, maxSpeed } = segment
  const { driver, driverTag, fuelUsed, purpose, note } = segment
  return present({
    ...{ id, deviceId, type, state, start: pointAnswer(start), end: end && pointAnswer(end) },
    ...{ distanceKm: kilometres(distance), durationMinutes: minutes(duration) },
    idleMinutes: idleSeconds === 0 ? undefined : minutes(idleSeconds),
    maxSpeedKmh: maxSpeed === null ? undefined : kmh(maxSpeed),
    driver: driver?.name ?? driverTag,
    ...{ fuelUsedLitres: fuelUsed, purpose, note },
  })
}

function pointAnswer({ dateTime, latitude, longitude, place }: Point): object {
  return present({ dateTime, latitude, longitude, place: place?.name })
}

export function alertAnswer(alert: Alert): object {
  const { id, deviceId, dateTime, name, severity, state, text, latitude, longitude, place, note } = alert
  const where = { latitude, longitude, place: place?.name }
  return present({ id, deviceId, dateTime, name, severity, state, text, ...where, note })
}

/** Without what is absent or null. */
function present(fields: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  )
}
