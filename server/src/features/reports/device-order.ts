// Iterates over the devices of a report by name, or group by group.

import type { AccountDb } from '../../platform/db/db.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { ActiveDriver } from '../trips/reported-segments.api.ts'
import { listDrivenDevices } from '../trips/reported-segments.api.ts'
import type { ReportedDevice } from './catalogue/catalogue.types.ts'
import type { Period } from './catalogue/device-values.ts'
import * as queries from './device.queries.ts'

type ReadDevices = (page: { after: ReportedDevice | undefined; limit: number }) => Promise<ReportedDevice[]>

async function* pagesOf(read: ReadDevices, limit: number): AsyncGenerator<ReportedDevice[]> {
  let after: ReportedDevice | undefined
  for (;;) {
    const devices = await read({ after, limit })
    if (devices.length > 0) yield devices
    if (devices.length < limit) return
    after = devices.at(-1)
  }
}

export interface DevicePart {
  group: string | undefined
  devices: ReportedDevice[]
}

export async function* devicesByName(
  db: AccountDb,
  wanted: Fragment,
  limit: number,
): AsyncGenerator<DevicePart> {
  const read: ReadDevices = (page) => queries.listDevices(db, wanted, { groupId: undefined, ...page })
  for await (const devices of pagesOf(read, limit)) yield { group: undefined, devices }
}

export interface DriverPart {
  /** Undefined: nobody. */
  driver: ActiveDriver | undefined
  devices: ReportedDevice[]
}

/** Each driver with the devices that the driver may have driven; then all devices, for what nobody is known to have driven. */
export async function* devicesByDriver(
  db: AccountDb,
  wanted: Fragment,
  { drivers, period, limit }: { drivers: ActiveDriver[]; period: Period; limit: number },
): AsyncGenerator<DriverPart> {
  for (const driver of drivers) {
    const numbers = await listDrivenDevices(db, driver, period)
    const driven = sql`${wanted} and d.number = any(${numbers}::int[])`
    const read: ReadDevices = (page) => queries.listDevices(db, driven, { groupId: undefined, ...page })
    // Also a driver without any: what follows may take long.
    yield { driver, devices: [] }
    for await (const devices of pagesOf(read, limit)) yield { driver, devices }
  }
  for await (const { devices } of devicesByName(db, wanted, limit)) yield { driver: undefined, devices }
}

/** Those without a group are last. A device of several groups is in each of them. */
export async function* devicesByGroup(
  db: AccountDb,
  wanted: Fragment,
  { scope, groupIds, withoutGroup }: { scope: DeviceScope; groupIds?: string[]; withoutGroup: string },
  limit: number,
): AsyncGenerator<DevicePart> {
  const groups = await queries.listGroups(db, scope, groupIds)
  const seen = new Set<number>()
  const marked = (devices: ReportedDevice[]) =>
    devices.map((device) => {
      const isRepeat = seen.has(device.number)
      seen.add(device.number)
      return isRepeat ? { ...device, isRepeat } : device
    })
  for (const { id, name } of groups) {
    const read: ReadDevices = (page) => queries.listDevices(db, wanted, { groupId: id, ...page })
    for await (const devices of pagesOf(read, limit)) yield { group: name, devices: marked(devices) }
  }
  if (groupIds) return
  const ids = groups.map(({ id }) => id)
  const read: ReadDevices = (page) => queries.listDevicesWithoutGroup(db, wanted, { groupIds: ids, ...page })
  for await (const devices of pagesOf(read, limit)) yield { group: withoutGroup, devices }
}
