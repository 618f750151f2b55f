import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Change, HistorySearch } from './history-search.ts'
import { momentText } from './period.ts'
import type { Playback, PlaybackState } from './playback.ts'
import { browserTick, createPlayback } from './playback.ts'
import type { History } from './use-history.ts'

const writeAfterMs = 500
const defaultRate = 60

/**
 * The cursor of this history, if there is anything to play. It starts at the moment in the URL and writes it back
 * when it rests.
 */
export function usePlayback(
  history: History | undefined,
  search: HistorySearch,
  change: Change,
): Playback | undefined {
  const asked = useRef(search)
  asked.current = search
  /** The moment last written to the URL here, to ignore its own change. */
  const own = useRef(search.t)
  const playback = useMemo(() => {
    if (!history || history.track.count === 0) return undefined
    const { track, segments } = history
    const fromMs = track.atMs[0]!
    const toMs = track.atMs[track.count - 1]!
    const { t, rate = defaultRate } = asked.current
    const still = matchMedia('(prefers-reduced-motion: reduce)')
    const begin = { atMs: t ? Date.parse(t) : fromMs, rate }
    return createPlayback(
      { fromMs, toMs, segments },
      begin,
      browserTick(() => still.matches),
    )
  }, [history])

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

/** Selects a part of the playback state; renders again only when that part changes. */
export function usePlaybackState<T>(playback: Playback, pick: (state: PlaybackState) => T): T {
  return useSyncExternalStore(playback.subscribe, () => pick(playback.get()))
}
