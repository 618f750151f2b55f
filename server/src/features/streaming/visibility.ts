// Whether an event is for somebody: in his view, and of what he asked for.

import type { LoggedEvent } from '../events/event.types.ts'
import { isOf } from './filter.ts'
import type { Membership } from './membership.ts'
import type { Filter, View } from './streaming.types.ts'

/** The groups that decide it. */
export function groupsOf(view: View, filter: Filter): string[] {
  const asked = filter.groups ?? []
  return view.kind === 'group' ? [view.groupId, ...asked] : [...asked]
}

export function isForViewer(view: View, filter: Filter, membership: Membership, event: LoggedEvent): boolean {
  if (!isSeen(view, event.deviceNumber, membership) || !isOf(filter, event)) return false
  return !filter.groups || filter.groups.some((groupId) => membership.has(groupId, event.deviceNumber))
}

function isSeen(view: View, deviceNumber: number, membership: Membership): boolean {
  if (view.kind === 'all') return true
  if (view.kind === 'none') return false
  if (view.kind === 'device') return view.deviceNumber === deviceNumber
  if (view.kind === 'devices') return view.deviceNumbers.has(deviceNumber)
  return membership.has(view.groupId, deviceNumber)
}
