// Where shared devices are and were, made ready for list and map.

import type { SharedLocation } from '@rastro/client'
import type { Bounds, Status } from '../../live/fleet.types.ts'

/** Silence for longer than this is told from standing still. */
const silentAfterMs = 15 * 60_000
/** Slower is the unrest of a receiver that stands. */
const movesFromMetresPerSecond = 1

export type Trails = Record<number, [number, number][]>

export function hasPlace(
  location: SharedLocation | undefined,
): location is SharedLocation & { latitude: number; longitude: number } {
  return location !== undefined && location.latitude !== null && location.longitude !== null
}

/** As far as the shared fields tell. What happened in a closed period is over: nothing of it moves. */
export function statusOf(location: SharedLocation | undefined, isLive: boolean, nowMs: number): Status {
  if (!location) return 'never'
  if (!isLive) return 'stopped'
  if (nowMs - Date.parse(location.dateTime) > silentAfterMs) return 'offline'
  return (location.moving ?? (location.speed ?? 0) >= movesFromMetresPerSecond) ? 'moving' : 'stopped'
}

/** The newer of both: what is heard again after a broken line may be older than what is known. */
export function withNews(known: SharedLocation[], news: SharedLocation): SharedLocation[] {
  const before = known.find(({ device }) => device === news.device)
  if (before && Date.parse(before.dateTime) >= Date.parse(news.dateTime)) return known
  const place = hasPlace(news) ? news : { ...news, latitude: null, longitude: null, ...placeOf(before) }
  return [...known.filter(({ device }) => device !== news.device), place]
}

function placeOf(location: SharedLocation | undefined) {
  return hasPlace(location) ? { latitude: location.latitude, longitude: location.longitude } : {}
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
