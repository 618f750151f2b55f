// The time cursor that map, charts, slider and list share, and the clock that moves it. It lives outside React: only
// components that show the cursor itself render on every frame.

import type { ShownSegment } from '../../ui/trips/shown-segments.ts'
import { segmentAt } from '../../ui/trips/shown-segments.ts'

export const rates = [1, 10, 60, 600] as const
export type Rate = (typeof rates)[number]

export type PlayedSegment = Pick<ShownSegment, 'id' | 'kind' | 'fromMs' | 'toMs'>

/** What is played: the whole track, or the span of one segment. */
export interface Playable {
  /** The id of the segment; undefined for the whole track. */
  span: string | undefined
  fromMs: number
  toMs: number
  segments: readonly PlayedSegment[]
}
export interface PlaybackState {
  atMs: number
  isPlaying: boolean
  rate: Rate
  skipsStops: boolean
  /** The cursor was moved: before that, its position means nothing. */
  isMoved: boolean
  playable: Playable
}
/** Calls back once with a monotonic time; returns a function that cancels it. */
export type Tick = (callback: (clockMs: number) => void) => () => void
export type Playback = ReturnType<typeof createPlayback>

/** Limits the step after a suspended tab. */
const longestFrameMs = 1_500

interface Begin {
  atMs: number
  rate: Rate
  isMoved?: boolean
}

export function createPlayback(playable: Playable, begin: Begin, tick: Tick) {
  const listeners = new Set<() => void>()
  let cancel: (() => void) | undefined
  let clockMs: number | undefined
  let state: PlaybackState = {
    atMs: within(playable, begin.atMs),
    isPlaying: false,
    rate: begin.rate,
    skipsStops: true,
    isMoved: begin.isMoved ?? false,
    playable,
  }

  function change(part: Partial<PlaybackState>): void {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  function advance(nowMs: number): void {
    const passedMs = Math.min(longestFrameMs, nowMs - (clockMs ?? nowMs))
    clockMs = nowMs
    const { playable, rate } = state
    const atMs = afterStop(within(playable, state.atMs + passedMs * rate))
    cancel = undefined
    change({ atMs, isPlaying: atMs < playable.toMs })
    if (state.isPlaying) cancel = tick(advance)
    else clockMs = undefined
  }

  /** Within a stop or gap, its end. */
  function afterStop(atMs: number): number {
    const { segments, span, toMs } = state.playable
    const segment = segments[segmentAt(segments, atMs)]
    if (!state.skipsStops || !segment || segment.kind === 'trip' || segment.id === span) return atMs
    return segment.toMs >= toMs ? atMs : segment.toMs
  }

  function pause(): void {
    cancel?.()
    cancel = undefined
    clockMs = undefined
    if (state.isPlaying) change({ isPlaying: false })
  }

  function play(): void {
    const { fromMs, toMs } = state.playable
    if (state.isPlaying || fromMs >= toMs) return
    change({ isPlaying: true, isMoved: true, ...(state.atMs >= toMs && { atMs: fromMs }) })
    cancel = tick(advance)
  }

  function seek(atMs: number): void {
    change({ atMs: within(state.playable, atMs), isMoved: true })
  }

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Another span, a track that has grown, or corrected segments. */
    update(next: Playable): void {
      const { playable, atMs, isMoved, isPlaying } = state
      const isOther = next.span !== playable.span
      const isOutside = atMs < next.fromMs || atMs >= next.toMs
      // A cursor at the end of what is live stays there.
      const follows = isMoved && !isPlaying && atMs === playable.toMs && next.toMs > playable.toMs
      const kept = follows ? next.toMs : within(next, atMs)
      change({
        playable: next,
        isMoved: isMoved || next.span !== undefined,
        atMs: isOther ? (isOutside ? next.fromMs : atMs) : kept,
      })
    },
    pause,
    toggle: () => (state.isPlaying ? pause() : play()),
    seek,
    step: (byMs: number) => seek(state.atMs + byMs),
    /** To the start of a stop; after the last one to the end, before the first to the beginning. */
    toStop(direction: 1 | -1): void {
      const { segments, fromMs, toMs } = state.playable
      const starts = segments
        .filter((segment) => segment.kind === 'stop' && segment.fromMs >= fromMs && segment.fromMs <= toMs)
        .map((segment) => segment.fromMs)
      const next =
        direction > 0
          ? starts.find((startMs) => startMs > state.atMs)
          : starts.findLast((startMs) => startMs < state.atMs)
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

function within({ fromMs, toMs }: Playable, atMs: number): number {
  return Math.min(toMs, Math.max(fromMs, atMs))
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
