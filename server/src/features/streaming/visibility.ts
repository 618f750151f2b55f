// Whether a subscriber receives an event: it must be in its view and match its filter.

import type { LoggedEvent } from '../events/event.types.ts'
import { matches } from './filter.ts'
import type { Membership } from './membership.ts'
import type { Filter, View } from './streaming.types.ts'

/** The groups that decide visibility. */
export function groupsOf(view: View, filter: Filter): string[] {
  const requested = filter.groups ?? []
  return view.kind === 'groups' ? [...view.groupIds, ...requested] : [...requested]
}

export function isForViewer(view: View, filter: Filter, membership: Membership, event: LoggedEvent): boolean {
  if (!isInView(view, event.deviceNumber, membership) || !matches(filter, event)) return false
  return !filter.groups || filter.groups.some((groupId) => membership.has(groupId, event.deviceNumber))
}

function isInView(view: View, deviceNumber: number, membership: Membership): boolean {
  if (view.kind === 'all') return true
  if (view.kind === 'none') return false
  if (view.kind === 'device') return view.deviceNumber === deviceNumber
  if (view.kind === 'devices') return view.deviceNumbers.has(deviceNumber)
  return view.groupIds.some((groupId) => membership.has(groupId, deviceNumber))
}
