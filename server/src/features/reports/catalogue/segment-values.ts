// What trips and stops have in common in reports.

import type { Driving } from '../../trips/driving/driving.types.ts'
import type { ReportedSegment } from '../../trips/reported-segments.api.ts'
import { idOf } from '../../trips/reported-segments.api.ts'
import type { ReportTexts } from '../texts/texts.types.ts'
import type { Entry, Reading, ReportedDevice, Values } from './catalogue.types.ts'
import { inGroup } from './device-values.ts'

/** A month of a device has a few hundred trips. */
export const devicesPerRead = 4

export function timesOf({ beganAtMs, endedAtMs }: { beganAtMs: number; endedAtMs: number | null }): Values {
  return { start: beganAtMs, end: endedAtMs }
}

export function drivingValues(driving: Driving | undefined, { purposes }: ReportTexts): Values {
  if (!driving) return {}
  const { driver, driverTag, purpose, note } = driving
  return { driver: driver?.name ?? driverTag, purpose: purposes[purpose] || null, note }
}

export function segmentGroup(
  { groupBy }: Reading,
  device: ReportedDevice,
  group: string | undefined,
): Pick<Entry, 'group' | 'groupId' | 'isRepeat'> {
  return groupBy === 'device' ? { group: device.name, groupId: device.id } : inGroup(group, device)
}

export function linkOfSegment(
  { hasLinks }: Reading,
  { id: deviceId }: ReportedDevice,
  one: Pick<ReportedSegment, 'segment'>,
): Pick<Entry, 'path'> {
  if (!hasLinks) return {}
  const { beganAtMs, untilMs } = one.segment
  const [from, to] = [new Date(beganAtMs).toISOString(), new Date(untilMs).toISOString()]
  return { path: `/history/${deviceId}?from=${from}&to=${to}&segment=${idOf(one)}` }
}
