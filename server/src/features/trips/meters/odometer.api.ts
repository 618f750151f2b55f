// Odometer readings, for other parts of the server.

import type { Tx } from '../../../platform/context.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { WantedReading } from './meter-readings.ts'
import { setMeter } from './meter-readings.ts'

export async function setOdometer(
  ctx: Tx,
  caller: Caller,
  deviceId: string,
  wanted: WantedReading,
): Promise<void> {
  await setMeter(ctx, caller, deviceId, 'odometer', wanted, () => {})
}
