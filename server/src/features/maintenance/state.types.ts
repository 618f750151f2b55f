export const states = ['ok', 'soon', 'due', 'overdue', 'unknown'] as const

/**
 * Of each measure, by what remains of the interval: ok, more than the warning; soon, up to the warning; due, nothing;
 * overdue, exceeded by more than the warning. A device and plan have the worst state of their measures; unknown if there is
 * no value of any measure.
 */
export type MaintenanceState = (typeof states)[number]

export interface StateFilter {
  state?: MaintenanceState | undefined
  planId?: string | undefined
  groupId?: string | undefined
}

/** A device and a plan that applies to it. */
export interface Pair {
  planNumber: number
  deviceNumber: number
}

export type StateCounts = Record<MaintenanceState, number>
