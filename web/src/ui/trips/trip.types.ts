// Short names for the parts of the API's trips, settings and readings that the views are about.

import type {
  AnswerOf,
  Correction,
  EngineReading,
  OdometerReading,
  Segment,
  TripExplanation,
  TripSettings,
} from '@rastro/client'

export type SegmentKind = Segment['type']
export type SegmentState = Segment['state']
export type SegmentEnd = Segment['start']
export type ReasonName = Segment['beganBy']
export type CorrectionState = Correction['before']
export type Decision = TripExplanation['began']
export type LeftOut = TripExplanation['leftOut'][number]

export type SettingName = keyof TripSettings['effective']
/** A value in force, and where it comes from. */
export type EffectiveSetting = TripSettings['effective'][SettingName]
/** What is set for the account, a group or a device itself; everything else is inherited. */
export type OwnSettings = Omit<TripSettings, 'effective' | 'coarse' | 'modifiedAt'>
export type FleetSubject = { level: 'account' } | { level: 'group'; id: string }
/** Whose settings. */
export type SettingsSubject = FleetSubject | { level: 'device'; id: string }

/** What the current settings find, and what others would. */
export type DeviceDryRun = AnswerOf<'/api/devices/{deviceId}/tripSettings/dryRun', 'post'>
export type FleetDryRun = AnswerOf<'/api/account/tripSettings/dryRun', 'post'>
export type DryRunTotals = DeviceDryRun['current']['totals']
export type DryRunSegment = DeviceDryRun['added'][number]

export type MeterName = 'odometer' | 'engineHours'
export type Reading = OdometerReading | EngineReading
