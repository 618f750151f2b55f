// The time at the cursor, the only part that renders on every frame.

import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import type { Playback } from './playback.ts'
import styles from './player.module.css'
import { positionAt } from './position-at.ts'
import type { Track } from './track.ts'
import { usePlaybackState } from './use-playback.ts'

export function PlayerClock({ track, playback }: { track: Track; playback: Playback }) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const second = usePlaybackState(playback, ({ atMs }) => Math.floor(atMs / 1_000))
  const { fromMs, toMs } = usePlaybackState(playback, ({ playable }) => playable)
  const isGap = usePlaybackState(playback, ({ atMs }) => positionAt(track, atMs)?.isGap)
  const speed = usePlaybackState(playback, ({ atMs }) => {
    const kmh = positionAt(track, atMs)?.speedKmh
    return kmh === undefined ? '–' : format.speed(kmh)
  })
  const isOneDay = format.date(fromMs) === format.date(toMs)
  return (
    <div className={styles.clock}>
      <time className={styles.moment} dateTime={new Date(second * 1_000).toISOString()}>
        {!isOneDay && <span className={styles.word}>{format.date(second * 1_000)} </span>}
        {format.timeWithSeconds(second * 1_000)}
      </time>
      <span className={styles.now}>{isGap ? t('segments.gap') : speed}</span>
    </div>
  )
}
