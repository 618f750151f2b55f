// The calls of the trips API that several views share.

import type { Correction, Day, Segment, TripExplanation, TripSettings } from '@rastro/client'
import type { Tagged } from '../../session/read-tagged.ts'
import { readTagged } from '../../session/read-tagged.ts'
import { rastro } from '../../session/session.ts'
import type {
  DeviceDryRun,
  FleetDryRun,
  FleetSubject,
  MeterName,
  OwnSettings,
  SettingsSubject,
} from './trip.types.ts'

const pageSize = 1_000
const readingsPerPage = 20

interface Timeline {
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
  const pages = rastro.pages('/api/devices/{deviceId}/timeline', { path: { deviceId }, query, signal })
  for await (const { timeline, nextCursor } of pages) {
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
  query: { from: string; to: string },
  signal?: AbortSignal,
): Promise<Day[]> {
  return (await rastro.get('/api/devices/{deviceId}/days', { path: { deviceId }, query, signal })).days
}

/** Of a trip, a stop or a gap. */
export async function readExplanation(tripId: string): Promise<TripExplanation> {
  return (await rastro.get('/api/trips/{tripId}/explanation', { path: { tripId } })).explanation
}

export async function readCorrections(tripId: string): Promise<Correction[]> {
  return (await rastro.get('/api/trips/{tripId}/corrections', { path: { tripId } })).corrections
}

const roots = {
  account: '/api/account',
  group: '/api/groups/{groupId}',
  device: '/api/devices/{deviceId}',
} as const

/** A path takes the id that it names. */
function idsOf(subject: SettingsSubject): { groupId: string; deviceId: string } {
  const id = subject.level === 'account' ? '' : subject.id
  return { groupId: id, deviceId: id }
}

export function readSettings(subject: SettingsSubject): Promise<Tagged<TripSettings>> {
  const path = idsOf(subject)
  return readTagged((client) => client.get(`${roots[subject.level]}/tripSettings`, { path }))
}

export async function saveSettings(subject: SettingsSubject, body: OwnSettings, tag: string): Promise<void> {
  const headers = { 'if-match': tag }
  await rastro.put(`${roots[subject.level]}/tripSettings`, { path: idsOf(subject), body, headers })
}

/** Returns how many devices are computed again. */
export async function applySettings(subject: SettingsSubject, from: string): Promise<number> {
  const options = { path: idsOf(subject), body: { from } }
  return (await rastro.post(`${roots[subject.level]}/tripSettings/apply`, options)).devices
}

interface DryRunWanted {
  settings: OwnSettings
  from: string
  to: string
}

export function dryRunDevice(deviceId: string, body: DryRunWanted): Promise<DeviceDryRun> {
  return rastro.post('/api/devices/{deviceId}/tripSettings/dryRun', { path: { deviceId }, body })
}

/** Of the first devices of an account or a group. */
export function dryRunFleet(subject: FleetSubject, body: DryRunWanted): Promise<FleetDryRun> {
  return rastro.post(`${roots[subject.level]}/tripSettings/dryRun`, { path: idsOf(subject), body })
}

export async function setOdometerFactor(deviceId: string, odometerFactor: number): Promise<void> {
  const options = { path: { deviceId }, body: { odometerFactor } }
  await rastro.patch('/api/devices/{deviceId}/tripSettings', options)
}

export function readMeter(deviceId: string, meter: MeterName) {
  return rastro.get(`/api/devices/{deviceId}/${meter}`, { path: { deviceId } })
}

export async function setMeter(
  deviceId: string,
  meter: MeterName,
  body: { value: number; dateTime: string; note: string | null },
): Promise<void> {
  await rastro.put(`/api/devices/{deviceId}/${meter}`, { path: { deviceId }, body })
}

/** In the order in which they were set, the newest first. */
export function readReadings(deviceId: string, meter: MeterName, cursor: string | undefined) {
  const query = { limit: readingsPerPage, ...(cursor && { cursor }) }
  return rastro.get(`/api/devices/{deviceId}/${meter}/readings`, { path: { deviceId }, query })
}
