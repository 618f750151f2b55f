// Whether a subscriber receives an event: it must be in its view and match its filter.

import type { Caller } from '../../platform/http/caller.ts'
import { may } from '../../platform/http/caller.ts'
import type { LoggedEvent } from '../events/event.types.ts'
import { matches } from './filter.ts'
import type { Membership } from './membership.ts'
import type { Filter, View } from './streaming.types.ts'

/** As /api/reportRuns: all reports, or their own. What a key with limits sees of its user's depends on the report. */
export function viewOf({ role, privileges, scope, userId, key }: Caller): View {
  if (!may({ role, privileges }, 'reports.read')) return scope
  if (role !== 'standard' && scope.kind === 'all') return { ...scope, reportsOf: 'all' }
  return key?.isLimited ? scope : { ...scope, reportsOf: { userId } }
}

/** The groups that decide visibility. */
export function groupsOf(view: View, filter: Filter): string[] {
  const requested = filter.groups ?? []
  return view.kind === 'groups' ? [...view.groupIds, ...requested] : [...requested]
}

export function isForViewer(view: View, filter: Filter, membership: Membership, event: LoggedEvent): boolean {
  const isVisible =
    event.kind === 'report' ? seesReport(view, event) : isInView(view, event.deviceNumber, membership)
  if (!isVisible || !matches(filter, event)) return false
  return !filter.groups || filter.groups.some((groupId) => membership.has(groupId, event.deviceNumber))
}

function seesReport({ reportsOf }: View, { json }: LoggedEvent): boolean {
  if (reportsOf === undefined || reportsOf === 'all') return reportsOf === 'all'
  return (JSON.parse(json) as { data: { requestedBy: string } }).data.requestedBy === reportsOf.userId
}

function isInView(view: View, deviceNumber: number, membership: Membership): boolean {
  if (view.kind === 'all') return true
  if (view.kind === 'none') return false
  if (view.kind === 'device') return view.deviceNumber === deviceNumber
  if (view.kind === 'devices') return view.deviceNumbers.has(deviceNumber)
  return view.groupIds.some((groupId) => membership.has(groupId, deviceNumber))
}
