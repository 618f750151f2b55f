// How devices or drivers drive: the share of their distance above the speed limit, harsh events, and a score.

import { createLocationBudget } from '../location-budget.ts'
import type { Entry, Reading, ReportDefinition, ReportedDevice } from './catalogue.types.ts'
import { deviceColumns, deviceValues, historyPath, inGroup } from './device-values.ts'
import { readDrivenDevices, readTripIncidents } from './driven.ts'
import { byDriverName, driverOf } from './driver-order.ts'
import type { DrivingSums } from './driving-sums.ts'
import { addIncident, addTrip, drivingValues, newDrivingSums, scoreOfSums } from './driving-sums.ts'

const rowsPerPart = 1_000
const scored = ['scoredHarshEvents', 'scoredDistance', 'speedingDistance', 'limitedDistance']

export const driving: ReportDefinition = {
  report: 'driving',
  groupings: ['none', 'group', 'driver'],
  maxDays: 31,
  columns: () => [
    ...deviceColumns,
    { key: 'distance', type: 'distance', weight: 1.8, total: 'sum' },
    { key: 'trips', type: 'count', weight: 1.2, total: 'sum' },
    { key: 'maxSpeed', type: 'speed', weight: 1.6, total: 'max' },
    { key: 'speedLimit', type: 'speed', weight: 1.6 },
    { key: 'speedings', type: 'count', weight: 1.6, total: 'sum' },
    { key: 'speedingTime', type: 'duration', weight: 1.8, total: 'sum' },
    { key: 'speedingDistance', type: 'distance', weight: 1.8, total: 'sum' },
    {
      key: 'speedingShare',
      type: 'share',
      weight: 2,
      total: { ratio: ['speedingDistance', 'limitedDistance'] },
    },
    { key: 'harshBraking', type: 'count', weight: 1.6, total: 'sum' },
    { key: 'harshAcceleration', type: 'count', weight: 1.8, total: 'sum' },
    { key: 'harshCornering', type: 'count', weight: 1.6, total: 'sum' },
    {
      key: 'harshPer100Km',
      type: 'decimal',
      weight: 1.6,
      total: { ratio: ['harshTimes100Km', 'distance'], isUnlimited: true },
    },
    { key: 'score', type: 'decimal', weight: 1.4, total: { formula: scoreOfSums, of: scored } },
  ],
  footnotes: () => ['score', 'speeding', 'harshEvents', 'cut'],
  async *read(reading) {
    if (reading.groupBy === 'driver') yield* byDriver(reading)
    else yield* byDevice(reading)
  },
}

async function* byDevice(reading: Reading): AsyncGenerator<Entry[]> {
  const onRead = createLocationBudget()
  for await (const driven of readDrivenDevices(reading, { hasDrivers: false })) {
    const { device, group, trips, limits } = driven
    const sums = newDrivingSums()
    for (const trip of trips) addTrip(sums, trip, limits)
    for await (const incidents of readTripIncidents(reading, driven, onRead)) {
      for (const incident of incidents) addIncident(sums, incident)
      // A report that is cancelled ends here too.
      yield []
    }
    yield [{ ...inGroup(group, device), ...entryOf(reading, device, sums) }]
  }
}

/** A driver drives several devices. Only sums are kept. */
async function* byDriver(reading: Reading): AsyncGenerator<Entry[]> {
  const onRead = createLocationBudget()
  const rows: { driver: ReturnType<typeof driverOf>; device: ReportedDevice; sums: DrivingSums }[] = []
  for await (const driven of readDrivenDevices(reading, { hasDrivers: true })) {
    const { device, trips, limits } = driven
    const ofDrivers = new Map<string, (typeof rows)[number]>()
    const rowOf = (trip: (typeof trips)[number]) => {
      const driver = driverOf(trip, reading.texts)
      const row = ofDrivers.get(driver.id) ?? { driver, device, sums: newDrivingSums() }
      ofDrivers.set(driver.id, row)
      return row
    }
    for (const trip of trips) addTrip(rowOf(trip).sums, trip, limits)
    for await (const incidents of readTripIncidents(reading, driven, onRead)) {
      for (const incident of incidents) addIncident(rowOf(incident.trip).sums, incident)
      yield []
    }
    rows.push(...ofDrivers.values())
  }
  rows.sort((one, other) => byDriverName(one.driver, other.driver))
  for (let at = 0; at < rows.length; at += rowsPerPart) {
    yield rows.slice(at, at + rowsPerPart).map(({ driver, device, sums }) => ({
      group: driver.name,
      groupId: driver.id,
      ...entryOf(reading, device, sums),
    }))
  }
}

function entryOf({ dates }: Reading, device: ReportedDevice, sums: DrivingSums): Entry {
  const values = { ...deviceValues(device), ...drivingValues(sums) }
  return { values, path: historyPath(device.id, dates) }
}
