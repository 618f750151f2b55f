// States that another version of the detector has written: those of devices, and the openings of days.

import { algorithm } from './detection/state.ts'

/** The text of a state begins with the version that wrote it. */
export const versionPattern = '^\\[(\\d{1,9}),'
export const currentPrefix = `[${algorithm},`
const version = new RegExp(versionPattern)

export function isCurrent(state: string): boolean {
  return state.startsWith(currentPrefix)
}

/** During an upgrade: processes of the newer version continue with the device. */
export function isNewer(state: string): boolean {
  return Number(version.exec(state)?.[1] ?? 0) > algorithm
}

/**
 * A state of an older version, for a recomputation to begin with. All versions have the same form until now; the first
 * one with another form rewrites the earlier ones here.
 */
export function toCurrent(state: string): string {
  return isNewer(state) ? state : state.replace(version, currentPrefix)
}
