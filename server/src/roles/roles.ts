// The roles a process can have. `rastro serve` runs all of them, `rastro serve api` one.

import type { Engine } from '../platform/observability/health.ts'

export const roles = ['gateway', 'mqtt', 'recorder', 'notifier', 'api'] as const
export type ProcessRole = (typeof roles)[number]

/** Without which engines a role is of no use. Trackers are heard while the database is away: the log keeps it. */
export const needsOf: Record<ProcessRole, readonly Engine[]> = {
  gateway: ['bus'],
  mqtt: ['bus'],
  recorder: ['database', 'bus'],
  notifier: ['database', 'bus'],
  api: ['database', 'bus'],
}

/** Each role has a port of its own for its figures, so that all of them can run on one machine. */
export function metricsPortOf(role: ProcessRole, first: number): number {
  return first === 0 ? 0 : first + roles.indexOf(role)
}

export function isRole(text: string): text is ProcessRole {
  return (roles as readonly string[]).includes(text)
}
