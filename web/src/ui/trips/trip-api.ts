// The calls of the trips API. The SDK does not have their paths yet: once it is generated with them, they go through
// `rastro` directly.

import { createClient } from '@rastro/client'
import { rastro, session } from '../../session/session.ts'
import type {
  Correction,
  Day,
  DeviceDryRun,
  Explanation,
  FleetDryRun,
  MeterAnswer,
  MeterName,
  OwnSettings,
  Reading,
  Segment,
  SettingsAnswer,
  SettingsSubject,
} from './trip.types.ts'

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
