// Attacks of the account's users on what is computed of whole fleets: drivers, maintenance, fuel, the dashboard, and reports.

import type { Attack, Targets } from '../attack.types.ts'
import { get, patch, post, put } from './posts.ts'

const dayMs = 86_400_000
/** The longest period of a report. */
const maxDays = 400
/** Of a preview. */
const maxRows = 10_000

/** Assignments over the whole history, tags, and what they change: sessions and trips of drivers. */
export const driverChurn: Attack = {
  name: 'driver-churn',
  callsPerSecond: 15,
  maxInFlight: 24,
  open: (targets) => (turn) => {
    const { driverId, historyDeviceId, history } = targets.own
    const period = `from=${history.from}&to=${history.to}&limit=1000`
    const calls = [
      () => put(targets, turn, `/api/devices/${historyDeviceId}/driver`, { driverId, from: history.from }),
      () => post(targets, turn, `/api/drivers/${driverId}/tags`, { tag: `tag ${turn}` }),
      () => get(targets, turn, `/api/drivers/${driverId}/trips?${period}`),
      () => get(targets, turn, `/api/drivers/${driverId}/sessions?${period}`),
      () => get(targets, turn, '/api/drivers/unknownTags'),
    ]
    return calls[turn % calls.length]!()
  },
}

/** Each change of a plan makes the notifier check all devices; a hundred plans of each are listed. */
export const maintenanceChecks: Attack = {
  name: 'maintenance-checks',
  callsPerSecond: 15,
  maxInFlight: 24,
  open: (targets) => (turn) => {
    const { planId } = targets.own
    const calls = [
      () => patch(targets, turn, `/api/maintenancePlans/${planId}`, { everyKm: 1_000 + (turn % 500) }),
      () => get(targets, turn, '/api/maintenance?limit=1000'),
      () => get(targets, turn, '/api/maintenance/counts'),
    ]
    return calls[turn % calls.length]!()
  },
}

/** Each change of a sensor makes the trips role read the whole history again; tests read it in the api. */
export const fuelRecomputations: Attack = {
  name: 'fuel-recomputations',
  callsPerSecond: 8,
  maxInFlight: 12,
  open: (targets) => {
    const { historyDeviceId, fuelSensorId, history } = targets.own
    const path = `/api/devices/${historyDeviceId}/fuelSensors`
    const calibration = Array.from({ length: 100 }, (_, index) => [index, index * 4])
    const settings = (turn: number) => ({ tankLitres: 400 + (turn % 100), calibration })
    return (turn) => {
      const calls = [
        () => patch(targets, turn, `${path}/${fuelSensorId}`, settings(turn)),
        () => post(targets, turn, `${path}/test`, { source: 'fuel', ...settings(turn) }),
        () => get(targets, turn, `${path}/${fuelSensorId}/levels?from=${history.from}&to=${history.to}`),
      ]
      return calls[turn % calls.length]!()
    }
  },
}

/** Sums of all devices, again and again. */
export const dashboards: Attack = {
  name: 'dashboards',
  callsPerSecond: 40,
  maxInFlight: 60,
  open: (targets) => (turn) => get(targets, turn, '/api/fleet/dashboard'),
}

/** Of all devices, for as long and as many rows as a preview may have. */
export const reportPreviews: Attack = {
  name: 'report-previews',
  callsPerSecond: 8,
  maxInFlight: 16,
  open: (targets) => {
    const reports = ['logbook', 'trips', 'fleetSummary', 'dataQuality', 'workTime', 'stops']
    return (turn) => {
      const report = reports[turn % reports.length]!
      return post(targets, turn, '/api/reports/preview', { report, ...longPeriod(), limit: maxRows })
    }
  },
}

/** Files of everything, in the formats that take longest. An account may have 20 that are not finished. */
export const reportRuns: Attack = {
  name: 'report-runs',
  callsPerSecond: 5,
  maxInFlight: 8,
  open: (targets: Targets) => (turn) => {
    const format = ['pdf', 'xlsx', 'html'][turn % 3]
    return post(targets, turn, '/api/reportRuns', { report: 'logbook', format, ...longPeriod() })
  },
}

function longPeriod(): { from: string; to: string } {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { from: dayOf(Date.now() - (maxDays - 2) * dayMs), to: dayOf(Date.now()) }
}

export const fleetAttacks: readonly Attack[] = [
  reportRuns,
  reportPreviews,
  fuelRecomputations,
  maintenanceChecks,
  driverChurn,
  dashboards,
]
