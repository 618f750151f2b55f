// The registry of rule kinds.

import type { Kind } from './kind.types.ts'
import { allowedZone } from './kinds/allowed-zone.ts'
import { attribute } from './kinds/attribute.ts'
import { batteryLow } from './kinds/battery-low.ts'
import { checkpoint } from './kinds/checkpoint.ts'
import { clockWrong } from './kinds/clock-wrong.ts'
import { expired } from './kinds/expired.ts'
import { forbiddenZone } from './kinds/forbidden-zone.ts'
import { fuelChange } from './kinds/fuel-change.ts'
import { fuelLow } from './kinds/fuel-low.ts'
import { geofence } from './kinds/geofence.ts'
import { gpsLost } from './kinds/gps-lost.ts'
import { harshDriving } from './kinds/harsh-driving.ts'
import { idling } from './kinds/idling.ts'
import { input } from './kinds/input.ts'
import { maintenance } from './kinds/maintenance.ts'
import { mileage } from './kinds/mileage.ts'
import { overdue } from './kinds/overdue.ts'
import { powerCut } from './kinds/power-cut.ts'
import { reported } from './kinds/reported.ts'
import { routeDeviation } from './kinds/route-deviation.ts'
import { sos } from './kinds/sos.ts'
import { speed } from './kinds/speed.ts'
import { stopped } from './kinds/stopped.ts'
import { tampering } from './kinds/tampering.ts'
import { temperature } from './kinds/temperature.ts'
import { towing } from './kinds/towing.ts'
import { voltage } from './kinds/voltage.ts'

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
  maintenance,
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
