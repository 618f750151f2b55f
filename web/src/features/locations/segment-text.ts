// Segments in words.

import type { Translate } from '../../ui/alert-text.ts'
import type { ShownSegment } from '../../ui/trips/shown-segments.ts'
import type { Decision, ReasonName } from '../../ui/trips/trip.types.ts'
import type { Format } from '../../ui/use-format.ts'

/** 07:02 – 08:12; with the date where it is not that of the heading. `dayOf`: the local day of an instant. */
export function timesText(
  { fromMs, toMs, state, kind }: Pick<ShownSegment, 'fromMs' | 'toMs' | 'state' | 'kind'>,
  day: string,
  { t, format, dayOf }: { t: Translate; format: Format; dayOf(atMs: number): string },
): string {
  const at = (atMs: number) =>
    dayOf(atMs) === day ? format.time(atMs) : `${format.dayAndMonth(atMs)} ${format.time(atMs)}`
  if (state === 'ended') return `${at(fromMs)} – ${at(toMs)}`
  if (state === 'silent') return `${at(fromMs)} – ${t('segments.silent', { at: at(toMs) })}`
  return `${at(fromMs)} – ${t(kind === 'stop' ? 'segments.since' : 'segments.open')}`
}

/** With the thresholds, once they are known. */
export function reasonText(
  by: ReasonName,
  decision: Decision | null | undefined,
  { t, format }: { t: Translate; format: Format },
): string {
  if (!decision) return t(`reasons.${by}`)
  const { threshold, measured } = decision
  return t(`reasonsFull.${by}`, {
    distance: format.length(threshold.metres),
    time: format.exactDuration(Math.round(threshold.seconds)),
    measured: measured.metres === null ? '' : format.length(measured.metres),
    measuredTime: format.exactDuration(measured.seconds),
  })
}
