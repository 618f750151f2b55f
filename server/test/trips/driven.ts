// Devices with a known track, stored and computed.

import type { TrackLocation } from '../../src/features/trips/detection/detection.types.ts'
import { processDevices } from '../../src/features/trips/processing.ts'
import { toSegmentId } from '../../src/features/trips/segment-id.ts'
import type { Context } from '../../src/platform/context.ts'
import type { World } from '../world.ts'
import { along, at, startMs } from './short-track.ts'
import { knownDevice, store } from './stored-track.ts'

/** Two trips of 10 km with a stop of ten minutes between them. Ends standing, after 50 minutes. */
export const twoTrips = () => [
  ...along([0, 600], [0, 0]),
  ...along([630, 1_200], [500, 10_000]),
  ...along([1_230, 1_830], [10_000, 10_000]),
  ...along([1_860, 2_400], [10_500, 20_000]),
  ...along([2_430, 3_000], [20_000, 20_000]),
]

/** The device moved during that stop, which is none therefore: the trips are one. */
export const merging = () => [at(1_365, 10_300, { kmh: 60 }), at(1_605, 10_300, { kmh: 60 })]

/** The same track at another time, and in Barcelona if it is to begin where other tests report from. */
export function beginningAt(rows: TrackLocation[], atMs: number, origin = { latitudeE7: 0, longitudeE7: 0 }) {
  return rows.map((row) => ({
    ...row,
    fixedAtMs: row.fixedAtMs - startMs + atMs,
    receivedAtMs: row.receivedAtMs - startMs + atMs,
    latitudeE7: row.latitudeE7 === null ? null : row.latitudeE7 + origin.latitudeE7,
    longitudeE7: row.longitudeE7 === null ? null : row.longitudeE7 + origin.longitudeE7,
  }))
}

export async function compute(
  ctx: Pick<Context, 'db' | 'now' | 'log'>,
  accountId: number,
  deviceNumber: number,
): Promise<void> {
  while (await processDevices(ctx, accountId, [deviceNumber]));
}

/** The identifier of a trip of the last hour, that has ended and was corrected. Another one was withdrawn. */
export async function makeTrip(world: World, accountId: number, deviceId: string): Promise<string> {
  const device = await knownDevice(world, accountId, deviceId)
  const origin = { latitudeE7: 415_000_000, longitudeE7: 21_000_000 }
  const beganAtMs = Math.floor((Date.now() - 3_600_000) / 1_000) * 1_000
  await store(world, device, beginningAt(twoTrips(), beganAtMs, origin))
  await compute(world.ctx, accountId, device.deviceNumber)
  await store(world, device, beginningAt(merging(), beganAtMs, origin))
  await compute(world.ctx, accountId, device.deviceNumber)
  const { rows } = await world.superuser.query(
    `select id from segments where device_number = $1 and kind = 'trip' and ended_at is not null`,
    [device.deviceNumber],
  )
  return toSegmentId('trip', rows[0].id)
}
