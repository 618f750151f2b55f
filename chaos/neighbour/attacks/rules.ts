// Attacks on the evaluation of rules: geometry, history, and reloading.

import type { Attack, Targets } from '../attack.types.ts'
import { outcomeOf, ownAddress, send } from '../attack-client.ts'
import { zigzag } from '../own-account.ts'
import { patch, post, tokenOf } from './posts.ts'

const locationsPerCall = 1_000

/** Finding 2: reports that cross 25 corridors of 9,000 positions, under a rule that uses all of them. */
export const largeCorridors: Attack = {
  name: 'large-corridors',
  callsPerSecond: 1,
  maxInFlight: 4,
  open: (targets) => (turn) => {
    const now = Date.now()
    const locations = zigzag(locationsPerCall, turn).map(([longitude, latitude], index) => ({
      dateTime: new Date(now - (locationsPerCall - index) * 10).toISOString(),
      latitude,
      longitude,
    }))
    const { deviceIds } = targets.own
    return report(targets, deviceIds[turn % deviceIds.length]!, turn, JSON.stringify({ locations }))
  },
}

/** Finding 3: a rule that names one small circle, over the long history of a device. */
export const dryRuns: Attack = {
  name: 'dry-runs',
  callsPerSecond: 2,
  maxInFlight: 6,
  open: (targets) => {
    const { historyDeviceId, history, smallGeofenceId } = targets.own
    const rule = {
      name: 'Dry run',
      type: 'geofence',
      settings: { on: 'entered' },
      geofences: [smallGeofenceId],
    }
    const body = { deviceId: historyDeviceId, ...history, rule }
    return (turn) => post(targets, turn, '/api/alertRules/dryRun', body)
  },
}

/** Each change makes every recorder load the geofences of the account again. */
export const ruleChurn: Attack = {
  name: 'rule-churn',
  callsPerSecond: 5,
  maxInFlight: 6,
  open: (targets) => (turn) =>
    patch(targets, turn, `/api/geofences/${targets.own.smallGeofenceId}`, { radius: 100 + (turn % 500) }),
}

/** Nine thousand positions whose border crosses itself everywhere: expensive to reject. */
export const tangledGeofences: Attack = {
  name: 'tangled-geofences',
  callsPerSecond: 3,
  maxInFlight: 6,
  open: (targets) => {
    const ring = zigzag(8_000, 5)
    const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]!]] }
    return (turn) => post(targets, turn, '/api/geofences', { name: `Tangled ${turn}`, geometry })
  },
}

export async function report(targets: Targets, deviceId: string, turn: number, body: string) {
  return outcomeOf(
    await send(targets.apiUrl, {
      method: 'POST',
      path: `/api/devices/${deviceId}/locations`,
      token: tokenOf(targets, turn),
      from: ownAddress(turn),
      headers: { prefer: 'respond-async' },
      body,
    }),
  )
}
