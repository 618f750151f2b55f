// Drivers of the demo, with the tags that vans of the city report in the past. One tag is of nobody.

import type { Location } from '@rastro/protocols'
import type { DemoDevice } from '@rastro/simulator/demo/device'
import { createDriver } from '../../features/drivers/driver.api.ts'
import { createTag } from '../../features/drivers/driver-tag.api.ts'
import type { Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { driverNames } from './vehicles.ts'

const dayMs = 86_400_000
const group = 'City delivery'
const tagOf = (index: number) => `DEMO${String(index + 1).padStart(2, '0')}`

export async function createDrivers(ctx: Tx, caller: Caller): Promise<void> {
  for (const [index, name] of driverNames.entries()) {
    const phone = `+34 600 000 ${String(index).padStart(3, '0')}`
    const id = await createDriver(ctx, caller, { name, phone, licenseNumber: `ES-${1_000 + index}` })
    await createTag(ctx, caller, id, { tag: tagOf(index) })
  }
}

/** Drivers take turns, day by day. */
export function withDriver(device: DemoDevice, location: Location): Location {
  const { fixedAt } = location
  if (device.group !== group || !fixedAt) return location
  const shift = Math.floor(fixedAt.getTime() / dayMs) + Number(device.identifier.slice(-2))
  const driverId = tagOf(shift % (driverNames.length + 1))
  return { ...location, attributes: { ...location.attributes, driverId } }
}
