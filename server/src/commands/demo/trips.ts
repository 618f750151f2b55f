// What the demo shows of trips from its first minute: some devices with their whole history, one with an hour that came
// late, an odometer reading, and maintenance.

import type { DemoDevice } from '@rastro/simulator/demo/device'
import { momentAt } from '@rastro/simulator/demo/movement'
import type { Backfill } from '../../features/recorder/backfill.api.ts'
import { computeTrips } from '../../features/trips/history.api.ts'
import { setOdometer } from '../../features/trips/meters/odometer.api.ts'
import type { SettingsDocument } from '../../features/trips/settings/group-settings.api.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Filling, LateHour } from './history.ts'
import { fillMonth, fillRecent, storeLateHour } from './history.ts'
import { planMaintenance } from './maintenance.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** More would delay the start of the demo. */
const shownCount = 3
const minDriveMs = 3 * hourMs
/** Where in the drive the hour is: what remains before it is the longest part. */
const lateShare = 0.6
/** After the drive, so that a stationary vehicle has reported since. */
const endedForMs = 2 * hourMs
const readBeforeDays = 10

const lorries = { speedLimitKmh: 90 }

/** Walkers are slower than vehicles stand, and vessels drift in port. Vans have no speed limit: reports show it as unknown. */
export const tripSettings: Record<string, SettingsDocument> = {
  'Iberian haulage': lorries,
  'Night freight': lorries,
  Refrigerated: lorries,
  'Morocco line': lorries,
  'South America': lorries,
  Ferries: { profile: 'vessel' },
  Ocean: { profile: 'vessel' },
  'Fishing fleet': { profile: 'vessel' },
  'Mountain rescue': { profile: 'person' },
  Expeditions: { profile: 'person', expectedSeconds: 900 },
}

/**
 * An hour of a long drive of the last day that has ended. Without it the drive is two trips with a gap between them; when
 * it comes, they are corrected to one.
 */
export function findLateHour(plan: readonly DemoDevice[], untilMs: number): LateHour | undefined {
  for (const device of plan) {
    if (!device.has.engine || device.silence) continue
    for (let atMs = untilMs - endedForMs; atMs > untilMs - dayMs; ) {
      const { leg, inLegS, isMoving } = momentAt(device, atMs)
      const beganMs = atMs - inLegS * 1_000
      const driveMs = leg.forS * 1_000
      const hasEnded = beganMs + driveMs <= untilMs - endedForMs
      if (isMoving && hasEnded && beganMs > untilMs - dayMs && driveMs >= minDriveMs) {
        const fromMs = Math.round(beganMs + driveMs * lateShare)
        return { device, fromMs, toMs: fromMs + hourMs }
      }
      atMs = beganMs - 1_000
    }
  }
  return undefined
}

/** The devices whose trips are computed before the server starts. One has probes. */
export function chooseShown(plan: readonly DemoDevice[], late: LateHour | undefined): DemoDevice[] {
  const vehicles = plan.filter(({ has }) => has.engine)
  const reefer = vehicles.find(({ has }) => has.coldC !== undefined)
  const inOrder = [late?.device, reefer, ...vehicles].filter((device) => device !== undefined)
  return [...new Set(inOrder)].slice(0, shownCount)
}

/** Fills the month of these devices, and the last day of the one with the late hour. Returns the ids of the devices. */
export async function showTrips(
  ctx: Context,
  caller: Caller,
  past: Backfill,
  filling: Filling,
  { shown, late }: { shown: DemoDevice[]; late: LateHour | undefined },
): Promise<string[]> {
  // Short, and not to be stopped: the next start would not know of an hour that is missing.
  const progress = { report: () => {}, isStopped: () => false }
  await fillMonth(past, { ...filling, plan: shown }, progress)
  if (late) await fillRecent(past, { ...filling, plan: [late.device] }, progress, late)
  const identifiers = shown.map(({ identifier }) => identifier)
  const deviceIds = await computeTrips(ctx, caller.accountId, identifiers)
  const [deviceId] = deviceIds
  if (late) {
    await storeLateHour(past, late)
    await computeTrips(ctx, caller.accountId, [late.device.identifier])
  }
  if (deviceId) {
    await readOdometer(ctx, caller, deviceId, shown[0]!, filling)
    await planMaintenance(ctx, caller, deviceId, filling)
  }
  return deviceIds
}

async function readOdometer(
  ctx: Context,
  caller: Caller,
  deviceId: string,
  device: DemoDevice,
  { untilMs, days }: Filling,
): Promise<void> {
  const readMs = untilMs - Math.min(readBeforeDays, days / 2) * dayMs
  const value = Math.round(device.has.engine!.mileageKm + momentAt(device, readMs).drivenM / 1_000)
  const reading = { value, dateTime: new Date(readMs).toISOString(), note: 'Annual inspection' }
  await inTransaction(ctx, caller.accountId, (tx) => setOdometer(tx, caller, deviceId, reading))
}
