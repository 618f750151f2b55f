// Each span above the speed limit, and each harsh event.

import { InvalidError } from '../../../platform/http/errors.ts'
import { createLocationBudget } from '../location-budget.ts'
import type { Entry, Reading, ReportDefinition } from './catalogue.types.ts'
import { deviceColumns, deviceValues } from './device-values.ts'
import type { DrivenDevice, TripIncident } from './driven.ts'
import { readDrivenDevices, readTripIncidents } from './driven.ts'
import type { NamedDriver } from './driver-order.ts'
import { byDriverName, driverOf } from './driver-order.ts'
import { linkOfSegment, segmentGroup } from './segment-values.ts'

/** By driver they are sorted in memory. */
const maxSorted = 50_000
const rowsPerPart = 1_000

export const speeding: ReportDefinition = {
  report: 'speeding',
  groupings: ['device', 'none', 'group', 'driver'],
  maxDays: 31,
  columns: () => [
    ...deviceColumns,
    { key: 'driver', type: 'text', weight: 2.6 },
    { key: 'event', type: 'text', weight: 2.4 },
    { key: 'start', type: 'dateTime', weight: 2.4 },
    { key: 'end', type: 'dateTime', weight: 2.4 },
    // Spans last some seconds or minutes: hours and minutes would hide them.
    { key: 'seconds', type: 'count', weight: 1.6, total: 'sum' },
    { key: 'distance', type: 'distance', weight: 1.8, total: 'sum' },
    { key: 'maxSpeed', type: 'speed', weight: 1.6, total: 'max' },
    { key: 'speedLimit', type: 'speed', weight: 1.6 },
    { key: 'place', type: 'text', weight: 4.4 },
    { key: 'count', type: 'count', weight: 1, total: 'sum', isOptional: true },
  ],
  footnotes: () => ['speeding', 'harshEvents'],
  async *read(reading) {
    if (reading.groupBy === 'driver') yield* byDriver(reading)
    else yield* byDevice(reading)
  },
}

async function* byDevice(reading: Reading): AsyncGenerator<Entry[]> {
  const onRead = createLocationBudget()
  for await (const driven of readDrivenDevices(reading, { hasDrivers: true })) {
    const { device, group } = driven
    for await (const incidents of readTripIncidents(reading, driven, onRead)) {
      yield incidents.map((incident) => ({
        ...segmentGroup(reading, device, group),
        ...entryOf(reading, driven, incident),
      }))
    }
  }
}

async function* byDriver(reading: Reading): AsyncGenerator<Entry[]> {
  const onRead = createLocationBudget()
  const found: { driver: NamedDriver; entry: Entry }[] = []
  for await (const driven of readDrivenDevices(reading, { hasDrivers: true })) {
    for await (const incidents of readTripIncidents(reading, driven, onRead)) {
      for (const incident of incidents) {
        found.push({
          driver: driverOf(incident.trip, reading.texts),
          entry: entryOf(reading, driven, incident),
        })
      }
      if (found.length > maxSorted) throw tooManyForDrivers()
      yield []
    }
  }
  found.sort((one, other) => byDriverName(one.driver, other.driver))
  for (let at = 0; at < found.length; at += rowsPerPart) {
    yield found
      .slice(at, at + rowsPerPart)
      .map(({ driver, entry }) => ({ group: driver.name, groupId: driver.id, ...entry }))
  }
}

function tooManyForDrivers(): InvalidError {
  return new InvalidError(
    'body.invalid',
    `By driver, the report can have ${maxSorted} rows. Group it by device, or choose a shorter period.`,
    { details: [{ path: 'groupBy', message: `can be driver up to ${maxSorted} rows` }] },
  )
}

function entryOf(reading: Reading, { device }: DrivenDevice, incident: TripIncident): Entry {
  const { namePlace, texts } = reading
  const { kind, startMs, endMs, cm, topTenthKmh, limitKmh, latitudeE7, longitudeE7, trip } = incident
  const { driver, driverTag } = trip.segment.driving ?? { driver: null, driverTag: null }
  const values = {
    ...deviceValues(device),
    driver: driver?.name ?? driverTag,
    event: texts.incidents[kind],
    start: startMs,
    end: endMs,
    seconds: endMs === null ? null : Math.round((endMs - startMs) / 1_000),
    distance: cm,
    maxSpeed: topTenthKmh,
    speedLimit: limitKmh === null ? null : limitKmh * 10,
    place: latitudeE7 === null ? null : namePlace(latitudeE7 / 1e7, longitudeE7! / 1e7).name,
    count: 1,
  }
  return { values, ...linkOfSegment(reading, device, trip) }
}
