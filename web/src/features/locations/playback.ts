// The time cursor that map, charts, slider and list share, and the clock that moves it. It lives outside React: only
// components that show the cursor itself render on every frame.

import type { Segment } from './segments.ts'
import { segmentAt } from './segments.ts'

export const rates = [1, 10, 60, 600] as const
export type Rate = (typeof rates)[number]

export interface PlaybackState {
  atMs: number
  isPlaying: boolean
  rate: Rate
  skipsStops: boolean
}
export interface Playable {
  fromMs: number
  toMs: number
  segments: Segment[]
}
/** Calls back once with a monotonic time; returns a function that cancels it. */
export type Tick = (callback: (clockMs: number) => void) => () => void
export type Playback = ReturnType<typeof createPlayback>

/** Limits the step after a suspended tab. */
const longestFrameMs = 1_500

export function createPlayback(playable: Playable, begin: { atMs: number; rate: Rate }, tick: Tick) {
  const { fromMs, toMs, segments } = playable
  const stops = segments.filter(({ kind }) => kind === 'stopped')
  const listeners = new Set<() => void>()
  let cancel: (() => void) | undefined
  let clockMs: number | undefined
  let state: PlaybackState = {
    atMs: clamped(begin.atMs),
    isPlaying: false,
    rate: begin.rate,
    skipsStops: true,
  }

  function clamped(atMs: number): number {
    return Math.min(toMs, Math.max(fromMs, atMs))
  }

  function change(part: Partial<PlaybackState>): void {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  function advance(nowMs: number): void {
    const passedMs = Math.min(longestFrameMs, nowMs - (clockMs ?? nowMs))
    clockMs = nowMs
    const atMs = afterStop(clamped(state.atMs + passedMs * state.rate))
    cancel = undefined
    change({ atMs, isPlaying: atMs < toMs })
    if (state.isPlaying) cancel = tick(advance)
    else clockMs = undefined
  }

  /** Within a stop or gap, its end. */
  function afterStop(atMs: number): number {
    if (!state.skipsStops) return atMs
    const segment = segments[segmentAt(segments, atMs)]
    return !segment || segment.kind === 'driving' || segment.toMs === toMs ? atMs : segment.toMs
  }

  function pause(): void {
    cancel?.()
    cancel = undefined
    clockMs = undefined
    if (state.isPlaying) change({ isPlaying: false })
  }

  function play(): void {
    if (state.isPlaying || fromMs >= toMs) return
    change({ isPlaying: true, ...(state.atMs >= toMs && { atMs: fromMs }) })
    cancel = tick(advance)
  }

  function seek(atMs: number): void {
    change({ atMs: clamped(atMs) })
  }

  return {
    playable,
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    pause,
    toggle: () => (state.isPlaying ? pause() : play()),
    seek,
    step: (byMs: number) => seek(state.atMs + byMs),
    /** To the start of a stop; after the last one to the end, before the first to the beginning. */
    toStop(direction: 1 | -1): void {
      const next =
        direction > 0
          ? stops.find(({ fromMs }) => fromMs > state.atMs)?.fromMs
          : stops.findLast(({ fromMs }) => fromMs < state.atMs)?.fromMs
      seek(next ?? (direction > 0 ? toMs : fromMs))
    },
    setRate: (rate: Rate) => change({ rate }),
    shiftRate(by: 1 | -1): void {
      const rate = rates[rates.indexOf(state.rate) + by]
      if (rate) change({ rate })
    },
    skipStops: (skipsStops: boolean) => change({ skipsStops }),
  }
}

/** On every frame, or in steps of a second with reduced motion. */
export function browserTick(isStill: () => boolean): Tick {
  const stepMs = 1_000
  return (callback) => {
    if (isStill()) {
      const timer = setTimeout(() => callback(performance.now()), stepMs)
      return () => clearTimeout(timer)
    }
    const frame = requestAnimationFrame(callback)
    return () => cancelAnimationFrame(frame)
  }
}
