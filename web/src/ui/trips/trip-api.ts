// The trips API as the interface uses it. Written by hand: once the SDK is generated from a description that has these
// paths, its types take the place of those here, and the calls go through `rastro` directly.

import { createClient } from '@rastro/client'
import { rastro, session } from '../../session/session.ts'

export type SegmentKind = 'trip' | 'stop' | 'gap'
/** `silent`: open, but nothing was received for so long that it may have ended. */
export type SegmentState = 'open' | 'silent' | 'ended'
export type ReasonName =
  | 'first'
  | 'moved'
  | 'ignitionOn'
  | 'stayed'
  | 'ignitionOff'
  | 'slept'
  | 'silence'
  | 'reported'
  | 'cut'
export type LeftOutReason = 'ahead' | 'coordinates' | 'accuracy' | 'jump'

export interface SegmentEnd {
  dateTime: string
  latitude: number
  longitude: number
}

/** Distances in metres, speeds in metres per second. */
export interface Segment {
  id: string
  deviceId: string
  kind: SegmentKind
  state: SegmentState
  start: SegmentEnd
  end: SegmentEnd | null
  duration: number
  distance: number
  bridgedDistance: number
  driftDistance: number
  deviceDistance: number | null
  drivingSeconds: number
  idleSeconds: number
  idlings: number
  engineSeconds: number | null
  maxSpeed: number | null
  averageSpeed: number | null
  locations: number
  coarse: boolean
  beganBy: ReasonName
  endedBy: ReasonName | null
  version: number
  corrections: number
  correctedAt: string | null
  /** The requested period has only a part of it. */
  cut?: true
  within?: { distance: number; seconds: number }
}

export interface Day {
  deviceId: string
  /** In the account's time zone. */
  day: string
  timeZone: string
  trips: number
  stops: number
  distance: number
  tripDistance: number
  bridgedDistance: number
  tripSeconds: number
  stopSeconds: number
  gapSeconds: number
  idleSeconds: number
  idlings: number
  engineSeconds: number | null
  maxSpeed: number | null
  firstStart: string | null
  lastEnd: string | null
  locations: number
  unusable: Record<LeftOutReason, number>
}

export interface CorrectionState {
  start: string
  end: string | null
  distance: number
}

export interface Correction {
  at: string
  cause: string
  version: number
  before: CorrectionState
  /** Null: withdrawn. */
  after: CorrectionState | null
}

/** Why a segment began or ended: the location that made it certain, what it measured, and what had to be reached. */
export interface Decision {
  by: ReasonName
  decidedAt: string
  measured: { metres: number | null; seconds: number }
  /** 0: does not count. */
  threshold: { metres: number; seconds: number }
}

export interface LeftOut {
  dateTime: string
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  reason: LeftOutReason
}

export interface Explanation {
  began: Decision
  ended: Decision | null
  leftOut: LeftOut[]
  leftOutIsComplete: boolean
}

export const profileNames = [
  'vehicle',
  'machine',
  'asset',
  'vessel',
  'person',
  'aircraft',
  'satellite',
] as const
export type ProfileName = (typeof profileNames)[number]

/** In the units of their names. */
export interface TripSettings {
  detection: 'auto' | 'motion' | 'ignition'
  engine: 'ignition' | 'voltage' | 'movement' | 'counter'
  movingKmh: number
  standingKmh: number
  stayMetres: number
  leaveMetres: number
  stopSeconds: number
  ignitionOffSeconds: number
  tripMetres: number
  tripSeconds: number
  gapSeconds: number
  bridgeSeconds: number
  expectedSeconds: number | null
  maxKmh: number
  accuracyMetres: number
  idleSeconds: number
  odometer: 'computed' | 'device'
  odometerFactor: number
}

export type SettingsLevel = 'account' | 'group' | 'device'

/** A value in force, and where it comes from. */
export interface EffectiveSetting {
  value: string | number | null
  source: 'default' | 'profile' | SettingsLevel
  /** Where the profile is set. */
  level?: SettingsLevel
  profile?: ProfileName
  /** Absent if the caller has no access to the group. */
  groupId?: string
}

/** What is set for the account, a group or a device itself; everything else is inherited. */
export type OwnSettings = Partial<TripSettings> & { profile?: ProfileName | null }

export type SettingsAnswer = OwnSettings & {
  effective: Record<keyof TripSettings, EffectiveSetting>
  coarse: boolean
  modifiedAt: string | null
}

/** Whose settings. */
export type SettingsSubject =
  | { level: 'account' }
  | { level: 'group'; id: string }
  | { level: 'device'; id: string }

export interface DryRunTotals {
  trips: number
  stops: number
  gaps: number
  distance: number
  tripSeconds: number
}

export interface DryRunSegment {
  kind: SegmentKind
  start: SegmentEnd
  /** Null if it is open at the end of the period. */
  end: SegmentEnd | null
  duration: number
  distance: number
}

export interface DryRunSide {
  totals: DryRunTotals
  segments: DryRunSegment[]
}

/** What the current settings find, and what others would. */
export interface DeviceDryRun {
  locations: number
  current: DryRunSide
  proposed: DryRunSide
  added: DryRunSegment[]
  removed: DryRunSegment[]
  changed: number
  truncated: boolean
}

export interface FleetDryRun {
  devices: {
    deviceId: string
    locations: number
    current: DryRunTotals
    proposed: DryRunTotals
    added: number
    removed: number
    changed: number
  }[]
  complete: boolean
}

export type MeterName = 'odometer' | 'engineHours'

/** Kilometres, or hours. */
export interface Reading {
  dateTime: string
  value: number
  note: string | null
  /** The id of a user. */
  setBy: string
  createdAt: string
  /** What the meter would have shown by the reading before; null for the first. */
  computed: number | null
  /** The value without `computed`. */
  drift: number | null
  /** The factor of the odometer with which there would have been no drift. */
  factor: number | null
}

export interface MeterAnswer {
  /** Null if nothing is known. */
  value: number | null
  /** Of the last location that is counted. */
  dateTime: string | null
  /** Since the reading. */
  counted: number
  reading: Reading | null
}

interface Options {
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

interface AnyCalls {
  get(path: string, options?: Options): Promise<unknown>
  put(path: string, options?: Options): Promise<unknown>
  post(path: string, options?: Options): Promise<unknown>
  patch(path: string, options?: Options): Promise<unknown>
  pages(path: string, options?: Options): AsyncGenerator<unknown, void, undefined>
}

export const tripCalls = rastro as unknown as AnyCalls

const pageSize = 1_000

export interface Timeline {
  /** Newest first. */
  segments: Segment[]
  /** Older ones were left out. */
  isCut: boolean
}

/** Trips, stops and gaps that overlap a period, at most `max` of them. */
export async function readTimeline(
  deviceId: string,
  period: { fromMs: number; toMs: number },
  { max, signal }: { max: number; signal?: AbortSignal },
): Promise<Timeline> {
  const query = {
    from: new Date(period.fromMs).toISOString(),
    to: new Date(period.toMs).toISOString(),
    limit: Math.min(pageSize, max),
  }
  const segments: Segment[] = []
  const pages = tripCalls.pages('/api/devices/{deviceId}/timeline', { path: { deviceId }, query, signal })
  for await (const page of pages) {
    const { timeline, nextCursor } = page as { timeline: Segment[]; nextCursor?: string }
    segments.push(...timeline)
    if (segments.length >= max) {
      return { segments: segments.slice(0, max), isCut: nextCursor !== undefined || segments.length > max }
    }
  }
  return { segments, isCut: false }
}

/** Both days included. */
export async function readDays(
  deviceId: string,
  { from, to }: { from: string; to: string },
  signal?: AbortSignal,
): Promise<Day[]> {
  const options = { path: { deviceId }, query: { from, to }, signal }
  return ((await tripCalls.get('/api/devices/{deviceId}/days', options)) as { days: Day[] }).days
}

/** Of a trip, a stop or a gap. */
export async function readExplanation(tripId: string): Promise<Explanation> {
  const answer = await tripCalls.get('/api/trips/{tripId}/explanation', { path: { tripId } })
  return (answer as { explanation: Explanation }).explanation
}

export async function readCorrections(tripId: string): Promise<Correction[]> {
  const answer = await tripCalls.get('/api/trips/{tripId}/corrections', { path: { tripId } })
  return (answer as { corrections: Correction[] }).corrections
}

function settingsPath(subject: SettingsSubject): string {
  if (subject.level === 'account') return '/api/account/tripSettings'
  return `/api/${subject.level}s/${encodeURIComponent(subject.id)}/tripSettings`
}

export interface TaggedSettings {
  answer: SettingsAnswer
  /** The ETag, which the SDK client does not return. */
  tag: string
}

export async function readSettings(subject: SettingsSubject): Promise<TaggedSettings> {
  let tag = ''
  const client = createClient({
    url: location.origin,
    token: session.token,
    async fetch(url, init) {
      const answer = await fetch(url, init)
      tag = answer.headers.get('etag') ?? ''
      return answer
    },
  }) as unknown as AnyCalls
  return { answer: (await client.get(settingsPath(subject))) as SettingsAnswer, tag }
}

export async function saveSettings(
  subject: SettingsSubject,
  own: OwnSettings,
  tag: string,
): Promise<SettingsAnswer> {
  const headers = { 'if-match': tag }
  return (await tripCalls.put(settingsPath(subject), { body: own, headers })) as SettingsAnswer
}

/** Returns how many devices are computed again. */
export async function applySettings(subject: SettingsSubject, from: string): Promise<number> {
  const answer = await tripCalls.post(`${settingsPath(subject)}/apply`, { body: { from } })
  return (answer as { devices: number }).devices
}

interface DryRunWanted {
  settings: OwnSettings
  from: string
  to: string
}

export async function dryRunDevice(deviceId: string, wanted: DryRunWanted): Promise<DeviceDryRun> {
  const path = settingsPath({ level: 'device', id: deviceId })
  return (await tripCalls.post(`${path}/dryRun`, { body: wanted })) as DeviceDryRun
}

/** Of the first devices of an account or a group. */
export async function dryRunFleet(subject: SettingsSubject, wanted: DryRunWanted): Promise<FleetDryRun> {
  return (await tripCalls.post(`${settingsPath(subject)}/dryRun`, { body: wanted })) as FleetDryRun
}

export async function readMeter(deviceId: string, meter: MeterName): Promise<MeterAnswer> {
  return (await tripCalls.get(`/api/devices/{deviceId}/${meter}`, { path: { deviceId } })) as MeterAnswer
}

export async function setMeter(
  deviceId: string,
  meter: MeterName,
  body: { value: number; dateTime: string; note: string | null },
): Promise<MeterAnswer> {
  const options = { path: { deviceId }, body }
  return (await tripCalls.put(`/api/devices/{deviceId}/${meter}`, options)) as MeterAnswer
}

export interface ReadingPage {
  readings: Reading[]
  nextCursor?: string
}

/** In the order in which they were set, the newest first. */
export async function readReadings(
  deviceId: string,
  meter: MeterName,
  cursor: string | undefined,
): Promise<ReadingPage> {
  const query = { limit: 20, ...(cursor && { cursor }) }
  const options = { path: { deviceId }, query }
  return (await tripCalls.get(`/api/devices/{deviceId}/${meter}/readings`, options)) as ReadingPage
}

export async function setOdometerFactor(deviceId: string, odometerFactor: number): Promise<void> {
  const path = settingsPath({ level: 'device', id: deviceId })
  await tripCalls.patch(path, { body: { odometerFactor } })
}
