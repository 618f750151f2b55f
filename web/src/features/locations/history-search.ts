import type { Rate } from './playback.ts'
import { rates } from './playback.ts'

export const trackColors = ['speed', 'drive'] as const
export type TrackColor = (typeof trackColors)[number]

const segmentPattern = /^(trp|sto|gap)_\w+$/

/** The state of the view: a link shows the same device at the same moment. */
export interface HistorySearch {
  /** As users write it: now-24h, now/d, 2026-11-15, 2026-11-15T09:00, 2026-11-15T08:00:00Z. */
  from?: string
  to?: string
  /** The moment at the cursor. */
  t?: string
  /** The trip, stop or gap whose span is shown. */
  segment?: string
  rate?: Rate
  color?: TrackColor
  /** The charts under the player, separated by commas; empty: none. */
  charts?: string
}

/** Undefined values are removed from the URL. */
export type Change = (
  part: { [K in keyof HistorySearch]?: HistorySearch[K] | undefined },
  replace?: boolean,
) => void

export function validateHistorySearch(search: Record<string, unknown>): HistorySearch {
  const text = (name: string) =>
    typeof search[name] === 'string' && search[name] !== '' ? search[name] : undefined
  const [from, to, t, segment] = ['from', 'to', 't', 'segment'].map(text)
  const rate = rates.find((one) => one === Number(search.rate))
  const color = trackColors.find((one) => one === search.color)
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(t && !Number.isNaN(Date.parse(t)) && { t }),
    ...(segment && segmentPattern.test(segment) && { segment }),
    ...(rate && { rate }),
    ...(color && { color }),
    ...(typeof search.charts === 'string' && { charts: search.charts }),
  }
}
