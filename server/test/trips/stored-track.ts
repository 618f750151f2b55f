// Stores rows of generated tracks, and reads what the trip processor has computed of them.

import type { LocationRow } from '../../src/features/recorder/location-row.types.ts'
import { storeLocations } from '../../src/features/recorder/recorder.queries.ts'
import type { KnownDevice } from '../../src/features/recorder/storable-row.types.ts'
import type { TrackLocation } from '../../src/features/trips/detection/detection.types.ts'
import type { World } from '../world.ts'

export async function knownDevice(world: World, accountId: number, id: string): Promise<KnownDevice> {
  const { rows } = await world.superuser.query('select number from devices where id = $1', [id])
  return { deviceNumber: rows[0].number, deviceId: id, accountId, class: 2, isElsewhere: false }
}

export async function store(world: World, device: KnownDevice, locations: TrackLocation[]): Promise<void> {
  const rows = locations.map((location) => ({ row: toLocationRow(device, location), device }))
  await storeLocations(world.ctx.db.recorder, rows)
}

function toLocationRow(device: KnownDevice, location: TrackLocation): LocationRow {
  const { ignition, moving, powerVolts, mileageCm, engineSeconds, driverTag } = location
  const attributes = {
    ...(engineSeconds === null ? {} : { engineHours: engineSeconds / 3_600 }),
    ...(typeof driverTag === 'string' ? { driverId: driverTag } : {}),
  }
  const more = {
    ...(ignition === null ? {} : { ignition }),
    ...(moving === null ? {} : { moving }),
    ...(powerVolts === null ? {} : { powerVoltage: powerVolts }),
    ...(mileageCm === null ? {} : { mileage: mileageCm / 100_000 }),
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
  }
  const { fixedAtMs, receivedAtMs, latitudeE7, longitudeE7, fingerprint, speedTenthKmh, accuracyM } = location
  return [
    [device.accountId, device.deviceId],
    fixedAtMs,
    receivedAtMs,
    latitudeE7,
    longitudeE7,
    fingerprint,
    null,
    speedTenthKmh,
    null,
    accuracyM,
    null,
    more,
    'test',
  ]
}
