import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Change, HistorySearch } from './history-search.ts'
import { momentText } from './period.ts'
import type { Playback, PlaybackState } from './playback.ts'
import { browserTick, createPlayback } from './playback.ts'
import type { History } from './use-history.ts'

const writeAfterMs = 500
const usualRate = 60

/**
 * The cursor of this history, if there is anything to play. Where it begins stands in the address; where it is, is written
 * there once it rests.
 */
export function usePlayback(
  history: History | undefined,
  search: HistorySearch,
  change: Change,
): Playback | undefined {
  const asked = useRef(search)
  asked.current = search
  /** What came into the address from here is not gone back to. */
  const own = useRef(search.t)
  const playback = useMemo(() => {
    if (!history || history.track.count === 0) return undefined
    const { track, segments } = history
    const fromMs = track.atMs[0]!
    const toMs = track.atMs[track.count - 1]!
    const { t, rate = usualRate } = asked.current
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
      change({ t: own.current, rate: written.rate === usualRate ? undefined : written.rate }, true)
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

  // Back and forth in the browser, or a link to another moment of the same period.
  useEffect(() => {
    if (search.t && search.t !== own.current) playback?.seek(Date.parse(search.t))
    own.current = search.t
  }, [playback, search.t])
  return playback
}

/** A part of the playback's state; the view is drawn again only when that part is another. */
export function usePlayed<T>(playback: Playback, pick: (state: PlaybackState) => T): T {
  return useSyncExternalStore(playback.subscribe, () => pick(playback.get()))
}
