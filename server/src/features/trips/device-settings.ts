// The settings that count for devices, kept with their states: late rows are computed with the settings of their time.

import type { Tx } from '../../platform/context.ts'
import type { TripSettings } from './detection/settings.ts'
import type { SettingsLayer, SettingsPeriod, StoredLayer } from './effective-settings.ts'
import {
  changesAfter,
  effectiveSettings,
  layerAt,
  withAppliedSettings,
  withSettings,
} from './effective-settings.ts'
import * as queries from './trip-settings.queries.ts'
import type { LockedDevice } from './trip-state.types.ts'

type Subject = Pick<LockedDevice, 'deviceNumber' | 'deviceId'>

export async function updateSettings(
  { db }: Pick<Tx, 'db'>,
  devices: LockedDevice[],
  now: Date,
): Promise<void> {
  const layersOf = await readLayers(db, devices)
  for (const device of devices) device.settings = updatedPeriods(device, layersOf(device), +now)
}

/**
 * Of a device whose track is not processed yet, the settings count from its beginning. Otherwise each change counts from
 * its instant on; a device that joined or left a group, from when that is noticed.
 */
export function updatedPeriods(
  device: Pick<LockedDevice, 'state' | 'settings' | 'processedAtMs' | 'applied'>,
  layers: StoredLayer[],
  nowMs: number,
): SettingsPeriod[] | null {
  const { state, processedAtMs, applied } = device
  if (layers.length === 0 && device.settings === null) return null
  const effectiveAt = (atMs: number): TripSettings =>
    effectiveSettings(layers.map((layer) => layerAt(layer, atMs)))
  if (!Number.isFinite(state.lastAtMs)) return withSettings(null, effectiveAt(nowMs), null)
  // What was computed already, of a tracker whose clock is ahead, keeps its settings.
  const notBefore = (atMs: number) => Math.max(atMs, state.lastAtMs + 1)
  const changes = layers.flatMap((layer) => changesAfter(layer, processedAtMs))
  const instants = [...new Set([...changes, ...(applied ? [applied.atMs] : []), nowMs])]
  let periods = device.settings
  for (const atMs of instants.filter((one) => one <= nowMs).sort((a, b) => a - b)) {
    periods =
      atMs === applied?.atMs
        ? withAppliedSettings(periods, effectiveAt(atMs), applied.fromMs)
        : withSettings(periods, effectiveAt(atMs), notBefore(atMs))
  }
  return periods
}

/** From the nearest to the farthest, of each device; as if the candidate were set already. */
export async function readLayers(
  db: Tx['db'],
  devices: Subject[],
  candidate?: SettingsLayer,
): Promise<(device: Subject) => StoredLayer[]> {
  const numbers = devices.map(({ deviceNumber }) => deviceNumber)
  const groups = await queries.listGroups(db, numbers, candidate?.subject ?? null)
  const layers = await queries.listSettings(db, [
    ...devices.map(({ deviceId }) => deviceId),
    ...new Set(groups.map(({ groupId }) => groupId)),
  ])
  const bySubject = new Map(layers.map((layer) => [layer.subject, layer]))
  if (candidate) bySubject.set(candidate.subject, { ...candidate, countsFromMs: 0, history: [] })
  if (bySubject.size === 0) return () => []
  const groupsOf = Map.groupBy(groups, (one) => one.deviceNumber)
  return ({ deviceNumber, deviceId }) => {
    const groupIds = (groupsOf.get(deviceNumber) ?? []).map(({ groupId }) => groupId)
    return [deviceId, ...groupIds, 'account'].flatMap((subject) => bySubject.get(subject) ?? [])
  }
}
