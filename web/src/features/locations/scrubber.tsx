// The track as a time slider: segments, alerts and the cursor.

import type { Alert } from '@rastro/client'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import type { Playback } from './playback.ts'
import styles from './scrubber.module.css'
import type { Segment } from './segments.ts'
import { segmentAt } from './segments.ts'
import type { History } from './use-history.ts'
import { usePlaybackState } from './use-playback.ts'
import { sliderKeys } from './use-player-keys.ts'

const minuteMs = 60_000
const stepMs = 1_000

interface ScrubberProps {
  history: History
  playback: Playback
  alerts: Alert[]
}

export function Scrubber({ history, playback, alerts }: ScrubberProps) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const { segments } = history
  const { fromMs, toMs } = playback.playable
  const atMs = usePlaybackState(playback, (state) => state.atMs)
  const kind = segments[segmentAt(segments, atMs)]?.kind ?? 'noData'
  const share = (moment: number) => `${((moment - fromMs) / Math.max(1, toMs - fromMs)) * 100}%`
  return (
    <div className={styles.scrubber}>
      <Bar segments={segments} fromMs={fromMs} toMs={toMs} />
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

const Bar = memo(function Bar({
  segments,
  fromMs,
  toMs,
}: {
  segments: Segment[]
  fromMs: number
  toMs: number
}) {
  const wholeMs = Math.max(1, toMs - fromMs)
  return (
    <div className={styles.bar} aria-hidden>
      {segments.map((segment) => (
        <span
          key={segment.fromMs}
          data-kind={segment.kind}
          style={{
            insetInlineStart: `${((segment.fromMs - fromMs) / wholeMs) * 100}%`,
            width: `${((segment.toMs - segment.fromMs) / wholeMs) * 100}%`,
          }}
        />
      ))}
    </div>
  )
})
