import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { momentText } from '../../ui/period/period.ts'
import type { Change, HistorySearch } from './history-search.ts'
import type { Playable, Playback, PlaybackState, PlayedSegment } from './playback.ts'
import { browserTick, createPlayback } from './playback.ts'
import type { Track } from './track.ts'

const writeAfterMs = 500
const defaultRate = 60

interface Played {
  /** Names device and period: another one has a cursor of its own. */
  of: string
  track: Track | undefined
  segments: readonly PlayedSegment[]
  selected: PlayedSegment | undefined
}

/**
 * The cursor of this history, if there is anything to play. It starts at the moment in the URL and writes it back
 * when it rests.
 */
export function usePlayback(
  { of, track, segments, selected }: Played,
  search: HistorySearch,
  change: Change,
): Playback | undefined {
  const asked = useRef(search)
  asked.current = search
  /** The moment last written to the URL here, to ignore its own change. */
  const own = useRef(search.t)
  const playable = useMemo(
    () => (track && track.count > 0 ? playableOf(track, segments, selected) : undefined),
    [track, segments, selected],
  )
  const latest = useRef(playable)
  latest.current = playable
  const hasData = playable !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a track that grows or is corrected keeps its cursor.
  const playback = useMemo(() => {
    if (!latest.current) return undefined
    const { t, rate = defaultRate } = asked.current
    const { fromMs, span } = latest.current
    const still = matchMedia('(prefers-reduced-motion: reduce)')
    const isMoved = t !== undefined || span !== undefined
    const begin = { atMs: t ? Date.parse(t) : fromMs, rate, isMoved }
    return createPlayback(
      latest.current,
      begin,
      browserTick(() => still.matches),
    )
  }, [of, hasData])

  useEffect(() => {
    if (playback && playable && playback.get().playable !== playable) playback.update(playable)
  }, [playback, playable])

  useEffect(() => () => playback?.pause(), [playback])

  useEffect(() => {
    if (!playback) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let written = playback.get()
    const write = () => {
      written = playback.get()
      own.current = momentText(written.atMs)
      change({ t: own.current, rate: written.rate === defaultRate ? undefined : written.rate }, true)
    }
    const stop = playback.subscribe(() => {
      const { atMs, rate, isPlaying } = playback.get()
      if (isPlaying || (atMs === written.atMs && rate === written.rate)) return
      clearTimeout(timer)
      timer = setTimeout(write, writeAfterMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [playback, change])

  // Browser navigation, or a link to another moment of the same period.
  useEffect(() => {
    if (search.t && search.t !== own.current) playback?.seek(Date.parse(search.t))
    own.current = search.t
  }, [playback, search.t])
  return playback
}

function playableOf(
  { atMs, count }: Track,
  segments: readonly PlayedSegment[],
  selected: PlayedSegment | undefined,
): Playable {
  const whole = { fromMs: atMs[0]!, toMs: atMs[count - 1]! }
  if (!selected) return { span: undefined, ...whole, segments }
  const fromMs = Math.max(whole.fromMs, selected.fromMs)
  const toMs = Math.min(whole.toMs, selected.toMs)
  return fromMs < toMs
    ? { span: selected.id, fromMs, toMs, segments }
    : { span: undefined, ...whole, segments }
}

/** Selects a part of the playback state; renders again only when that part changes. */
export function usePlaybackState<T>(playback: Playback, pick: (state: PlaybackState) => T): T {
  return useSyncExternalStore(playback.subscribe, () => pick(playback.get()))
}

const neverChanges = () => () => {}

/** The same where there may be nothing to play. */
export function useCursor<T>(
  playback: Playback | undefined,
  pick: (state: PlaybackState) => T,
): T | undefined {
  return useSyncExternalStore(playback?.subscribe ?? neverChanges, () =>
    playback ? pick(playback.get()) : undefined,
  )
}
