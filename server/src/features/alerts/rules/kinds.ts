// Every kind of rule there is.

import { fuelChange } from './fuel-change.ts'
import { geofence } from './geofence.ts'
import type { Kind } from './kind.types.ts'
import { idling, stopped, towing } from './motion.ts'
import { attribute, batteryLow, fuelLow, powerCut, speed, temperature, voltage } from './readings.ts'
import { sos } from './sos.ts'
import { expired, overdue, reported } from './timed.ts'
import { clockWrong, gpsLost, harshDriving, input, mileage, tampering } from './tracker.ts'
import { allowedZone, checkpoint, forbiddenZone, routeDeviation } from './zones.ts'

export const kinds: readonly Kind[] = [
  sos,
  geofence,
  forbiddenZone,
  allowedZone,
  routeDeviation,
  checkpoint,
  speed,
  stopped,
  idling,
  towing,
  input,
  fuelChange,
  fuelLow,
  temperature,
  batteryLow,
  powerCut,
  voltage,
  gpsLost,
  harshDriving,
  tampering,
  mileage,
  clockWrong,
  attribute,
  overdue,
  expired,
  reported,
]

const byName = new Map(kinds.map((kind) => [kind.name, kind]))

export function kindOf(name: string): Kind {
  const kind = byName.get(name)
  if (!kind) throw new Error(`no such kind of rule: ${name}`)
  return kind
}
