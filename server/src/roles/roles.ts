// The roles of a process. `rastro serve` runs all of them, `rastro serve api` one.

import type { Dependency } from '../platform/observability/health.ts'

export const roles = ['gateway', 'mqtt', 'recorder', 'notifier', 'api', 'trips', 'reporter'] as const
export type ProcessRole = (typeof roles)[number]

/**
 * Dependencies required for readiness. The gateway works without the database: the log keeps what it receives. The trip
 * processor and the reporter read the store, and work without the bus.
 */
export const needsOf: Record<ProcessRole, readonly Dependency[]> = {
  gateway: ['bus'],
  mqtt: ['bus'],
  recorder: ['database', 'bus'],
  notifier: ['database', 'bus'],
  api: ['database', 'bus'],
  trips: ['database'],
  reporter: ['database'],
}

/** Each role has its own metrics port, so all of them can run on one machine. */
export function metricsPortOf(role: ProcessRole, first: number): number {
  return first === 0 ? 0 : first + roles.indexOf(role)
}

export function isRole(text: string): text is ProcessRole {
  return (roles as readonly string[]).includes(text)
}
