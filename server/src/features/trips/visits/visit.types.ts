import type { VisitKind } from '../detection/detection.types.ts'
import type { OpenVisitView } from '../detection/visits.ts'

export const visitKinds = ['stayed', 'passed'] as const satisfies readonly VisitKind[]

/** A place in the list: the visits that follow were entered before, or are less in device and geofence. */
export interface VisitListKey {
  enteredAtMs: number
  deviceNumber: number
  geofenceNumber: number
}

export interface VisitRow {
  deviceNumber: number
  deviceId: string
  geofenceNumber: number
  geofenceId: string
  enteredMs: number
  leftMs: number | null
  kind: VisitKind
  cm: number
  idleSeconds: number
  version: number
  /** Of the state of the device, while it is inside. */
  openVisits: OpenVisitView[] | null
  untilMs: number | null
}
