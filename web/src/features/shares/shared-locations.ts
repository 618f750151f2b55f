// The locations of shared devices, prepared for list and map.

import type { SharedLocation } from '@rastro/client'
import type { Bounds, Status } from '../../live/fleet.types.ts'

/** Longer silence is offline. */
const silentAfterMs = 15 * 60_000
/** Slower is the drift of a stationary receiver. */
const movesFromMetresPerSecond = 1

export type Trails = Record<number, [number, number][]>

export interface TrailStep {
  atMs: number
  coordinates: [longitude: number, latitude: number]
}

/** One step, or none without a fix. */
export function stepsOf(location: SharedLocation): TrailStep[] {
  if (!hasCoordinates(location) || !location.valid) return []
  return [{ atMs: Date.parse(location.dateTime), coordinates: [location.longitude, location.latitude] }]
}

/** What was read, and what came after it. The stream repeats the last locations after a reconnect. */
export function joinTrail(read: readonly TrailStep[], live: readonly TrailStep[]): [number, number][] {
  let lastMs = read.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY
  const joined = read.map(({ coordinates }) => coordinates)
  for (const { atMs, coordinates } of live) {
    if (atMs <= lastMs) continue
    lastMs = atMs
    joined.push(coordinates)
  }
  return joined
}

export function hasCoordinates(
  location: SharedLocation | undefined,
): location is SharedLocation & { latitude: number; longitude: number } {
  return location !== undefined && location.latitude !== null && location.longitude !== null
}

/** As far as the shared fields allow. In a past period nothing moves. */
export function statusOf(location: SharedLocation | undefined, isLive: boolean, nowMs: number): Status {
  if (!location) return 'never'
  if (!isLive) return 'stopped'
  if (nowMs - Date.parse(location.dateTime) > silentAfterMs) return 'offline'
  return (location.moving ?? (location.speed ?? 0) >= movesFromMetresPerSecond) ? 'moving' : 'stopped'
}

/** The newer of both: updates that are repeated after a reconnect may be older than what is known. */
export function withUpdate(known: SharedLocation[], update: SharedLocation): SharedLocation[] {
  const before = known.find(({ device }) => device === update.device)
  if (before && Date.parse(before.dateTime) >= Date.parse(update.dateTime)) return known
  const merged = hasCoordinates(update)
    ? update
    : { ...update, latitude: null, longitude: null, ...coordinatesOf(before) }
  return [...known.filter(({ device }) => device !== update.device), merged]
}

function coordinatesOf(location: SharedLocation | undefined) {
  return hasCoordinates(location) ? { latitude: location.latitude, longitude: location.longitude } : {}
}

export function boundsOf(points: readonly [number, number][]): Bounds | undefined {
  const [first] = points
  if (!first) return undefined
  const bounds = { west: first[0], east: first[0], south: first[1], north: first[1] }
  for (const [longitude, latitude] of points) {
    bounds.west = Math.min(bounds.west, longitude)
    bounds.east = Math.max(bounds.east, longitude)
    bounds.south = Math.min(bounds.south, latitude)
    bounds.north = Math.max(bounds.north, latitude)
  }
  return bounds
}
