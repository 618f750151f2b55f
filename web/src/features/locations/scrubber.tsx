// The track as a time slider: segments, alerts and the cursor.

import type { Alert } from '@rastro/client'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { segmentAt } from '../../ui/trips/shown-segments.ts'
import { percent, pieceOf } from '../../ui/trips/strip-pieces.ts'
import { useFormat } from '../../ui/use-format.ts'
import type { Playable, Playback } from './playback.ts'
import styles from './scrubber.module.css'
import { usePlaybackState } from './use-playback.ts'
import { sliderKeys } from './use-player-keys.ts'

const minuteMs = 60_000
const stepMs = 1_000

interface ScrubberProps {
  playback: Playback
  alerts: Alert[]
}

export function Scrubber({ playback, alerts }: ScrubberProps) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const playable = usePlaybackState(playback, (state) => state.playable)
  const { segments, fromMs, toMs } = playable
  const atMs = usePlaybackState(playback, (state) => state.atMs)
  const kind = segments[segmentAt(segments, atMs)]?.kind ?? 'gap'
  const share = (moment: number) => `${((moment - fromMs) / Math.max(1, toMs - fromMs)) * 100}%`
  return (
    <div className={styles.scrubber}>
      <Bar playable={playable} />
      <input
        type="range"
        className={styles.slider}
        aria-label={t('player.moment')}
        // Announces every minute, not every frame.
        aria-valuetext={`${format.dateTime(Math.floor(atMs / minuteMs) * minuteMs)}, ${t(`segments.${kind}Plain`)}`}
        min={fromMs}
        max={toMs}
        step={stepMs}
        value={atMs}
        onChange={({ currentTarget }) => playback.seek(Number(currentTarget.value))}
        onKeyDown={sliderKeys(playback)}
      />
      {alerts
        .map((alert) => ({ alert, raisedMs: Date.parse(alert.dateTime) }))
        .filter(({ raisedMs }) => raisedMs >= fromMs && raisedMs <= toMs)
        .map(({ alert, raisedMs }) => {
          const labels = `${t('alertAt', { name: alert.name })}, ${format.dateTime(raisedMs)}`
          return (
            <button
              key={alert.id}
              type="button"
              className={styles.alert}
              data-severity={alert.severity}
              style={{ insetInlineStart: share(raisedMs) }}
              title={labels}
              aria-label={labels}
              onClick={() => playback.seek(raisedMs)}
            />
          )
        })}
    </div>
  )
}

const Bar = memo(function Bar({ playable }: { playable: Playable }) {
  const { segments, fromMs, toMs } = playable
  return (
    <div className={styles.bar} aria-hidden>
      {segments.map((segment) => {
        const piece = pieceOf({ fromMs, toMs }, segment)
        return (
          piece && (
            <span
              key={segment.id}
              data-kind={segment.kind}
              style={{ insetInlineStart: percent(piece.start), width: percent(piece.width) }}
            />
          )
        )
      })}
    </div>
  )
})
