// The devices and geofences that a rule applies to, for the map.

import type { Draft } from './draft.ts'
import { kindForms } from './kinds.ts'

interface Members {
  id: string
  devices: readonly string[]
}

/** Undefined: all devices of the account. */
export function devicesOfRule(
  { groups, devices }: Pick<Draft, 'groups' | 'devices'>,
  known: readonly Members[],
): string[] | undefined {
  if (groups.length + devices.length === 0) return undefined
  const members = known.filter(({ id }) => groups.includes(id)).flatMap((group) => group.devices)
  return [...new Set([...devices, ...members])]
}

/** Without a choice a rule about areas uses all of them; other rules use none. */
export function geofencesOfRule<G extends { id: string }>(
  { type, geofences }: Pick<Draft, 'type' | 'geofences'>,
  known: readonly G[],
): G[] {
  if (!kindForms[type].usesAreas) return []
  return geofences.length === 0 ? [...known] : known.filter(({ id }) => geofences.includes(id))
}
