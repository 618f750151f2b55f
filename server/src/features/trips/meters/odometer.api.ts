// Readings of meters, for other parts of the server.

import type { Tx } from '../../../platform/context.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Meter } from './meter.ts'
import type { WantedReading } from './meter-readings.ts'
import { setMeter, shownMeter } from './meter-readings.ts'

export async function setOdometer(
  ctx: Tx,
  caller: Caller,
  deviceId: string,
  wanted: WantedReading,
): Promise<void> {
  await setMeter(ctx, caller, deviceId, 'odometer', wanted, () => {})
}

export async function setMeterAt(
  ctx: Tx,
  caller: Caller,
  deviceId: string,
  meter: Meter,
  wanted: WantedReading,
): Promise<void> {
  await setMeter(ctx, caller, deviceId, meter, wanted, () => {})
}

/** What a meter showed at an instant: kilometres or hours. Null if nothing is known of the engine. */
export async function readMeterAt(
  db: AccountDb,
  deviceNumber: number,
  meter: Meter,
  atMs: number,
): Promise<number | null> {
  return (await shownMeter(db, { deviceNumber }, meter, atMs)).shown.value
}
