// What a track adds to the server's segments: the newest locations of an open trip, and where the engine idled.

import type { ShownSegment } from '../../ui/trips/shown-segments.ts'
import type { Span } from '../../ui/trips/strip-pieces.ts'
import { distanceM } from './geo.ts'
import type { Track } from './track.ts'
import { indexAt, isGap, rangeOf } from './track.ts'

/** Durations are whole seconds. */
const roundingMs = 1_000
const standingKmh = 3
/** Shorter ones are not visible in a day. */
const shortestIdleMs = 60_000

/** Adds the locations that the server has not counted yet to the open trip. */
export function withTail(segments: ShownSegment[], track: Track): ShownSegment[] {
  const open = segments.at(-1)
  if (open?.kind !== 'trip' || open.state !== 'open') return segments
  const countedUntilMs = open.fromMs + open.source.duration * 1_000 + roundingMs
  let tailM = 0
  for (let i = Math.max(1, indexAt(track, countedUntilMs) + 1); i < track.count; i += 1) {
    if (!isGap(track, i)) tailM += distanceM(track, i - 1, i)
  }
  if (tailM === 0) return segments
  const within = { ...open.within, distanceM: open.within.distanceM + tailM }
  return [...segments.slice(0, -1), { ...open, within, distanceM: open.distanceM + tailM }]
}

/**
 * Where the engine was on and the device stood. Only in segments in which the server found idling: the sums are the
 * server's, and only the positions are ours.
 */
export function findIdles(track: Track, segments: readonly ShownSegment[]): (Span & { id: string })[] {
  const { ignition, speedKmh, atMs } = track
  if (!ignition) return []
  return segments.flatMap(({ id, source, fromMs, toMs }) => {
    const range = source.idleSeconds > 0 ? rangeOf(track, fromMs, toMs) : undefined
    if (!range) return []
    const spans: (Span & { id: string })[] = []
    for (let i = range.first + 1; i <= range.last; i += 1) {
      const isIdle = ignition[i - 1] === 1 && speedKmh[i - 1]! < standingKmh
      if (!isIdle || atMs[i]! - atMs[i - 1]! > track.longestSilenceMs) continue
      const before = spans.at(-1)
      if (before && before.toMs === atMs[i - 1]) before.toMs = atMs[i]!
      else spans.push({ id, fromMs: atMs[i - 1]!, toMs: atMs[i]! })
    }
    return spans.filter((span) => span.toMs - span.fromMs >= shortestIdleMs)
  })
}
