import type { Alert } from '@rastro/client'
import type { Row } from '../../live/fleet.types.ts'
import type { CriticalPlace } from '../../map/layers/critical-layer.tsx'

type PlacedAlert = Pick<Alert, 'id' | 'deviceId' | 'latitude' | 'longitude'>
type PlacedRow = Pick<Row, 'id' | 'name' | 'latitude' | 'longitude'>

/** One place per device: where it is now, or where it raised the alert if it has no location since. */
export function placesOf(alerts: readonly PlacedAlert[], rows: readonly PlacedRow[]): CriticalPlace[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const places = new Map<string, CriticalPlace>()
  for (const { id, deviceId, latitude, longitude } of alerts) {
    const row = byId.get(deviceId)
    const at = { latitude: row?.latitude ?? latitude, longitude: row?.longitude ?? longitude }
    if (places.has(deviceId) || at.latitude === null || at.longitude === null) continue
    places.set(deviceId, {
      deviceId,
      alertId: id,
      name: row?.name ?? '…',
      latitude: at.latitude,
      longitude: at.longitude,
    })
  }
  return [...places.values()]
}
