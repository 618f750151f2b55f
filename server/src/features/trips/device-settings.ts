// The settings that count for devices, kept with their states: a change counts from when the processor notices it.

import type { Tx } from '../../platform/context.ts'
import type { SettingsLayer } from './effective-settings.ts'
import { effectiveSettings, withSettings } from './effective-settings.ts'
import * as queries from './trip-settings.queries.ts'
import type { LockedDevice } from './trip-state.types.ts'

/** Of a device whose track is not processed yet, the settings count from its beginning. */
export async function updateSettings(
  { db }: Pick<Tx, 'db'>,
  devices: LockedDevice[],
  now: Date,
): Promise<void> {
  const layersOf = await readLayers(
    db,
    devices.map(({ deviceNumber }) => deviceNumber),
  )
  for (const device of devices) {
    const settings = effectiveSettings(layersOf(device))
    const isNew = !Number.isFinite(device.state.lastAtMs)
    device.settings = withSettings(device.settings, settings, isNew ? null : +now)
  }
}

/** What is set for devices, their groups and the account, from the nearest to the farthest. */
export async function readLayers(
  db: Tx['db'],
  deviceNumbers: number[],
): Promise<(device: Pick<LockedDevice, 'deviceNumber' | 'deviceId'>) => SettingsLayer[]> {
  const layers = await queries.listSettings(db)
  if (layers.length === 0) return () => []
  const bySubject = new Map(layers.map((layer) => [layer.subject, layer]))
  const groups = Map.groupBy(await queries.listGroups(db, deviceNumbers), (one) => one.deviceNumber)
  return ({ deviceNumber, deviceId }) => {
    const groupIds = (groups.get(deviceNumber) ?? []).map(({ groupId }) => groupId)
    return [deviceId, ...groupIds, 'account'].flatMap((subject) => bySubject.get(subject) ?? [])
  }
}
