// The player below the map: controls, and slider and charts on one time axis.

import { Button } from '@mantine/core'
import type { Alert } from '@rastro/client'
import { IconX } from '@tabler/icons-react'
import type { Ref } from 'react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartName } from './chart-data.ts'
import { chartsOf } from './chart-data.ts'
import { ChartPicker } from './chart-picker.tsx'
import type { Playback } from './playback.ts'
import styles from './player.module.css'
import { PlayerClock } from './player-clock.tsx'
import { PlayerControls } from './player-controls.tsx'
import { Scrubber } from './scrubber.tsx'
import type { Track } from './track.ts'
import { usePlayerKeys } from './use-player-keys.ts'

const TimeChart = lazy(async () => ({ default: (await import('./time-chart.tsx')).TimeChart }))

interface PlayerProps {
  ref: Ref<HTMLElement>
  track: Track
  playback: Playback
  alerts: Alert[]
  timeZone: string
  charts: ChartName[]
  onCharts(charts: ChartName[]): void
  onZoom(fromMs: number, toMs: number): void
  /** While the span of one segment is shown: back to the whole period. */
  onWhole: (() => void) | undefined
}

export function Player(props: PlayerProps) {
  const { ref, track, playback, alerts, timeZone, charts, onCharts, onZoom, onWhole } = props
  const { t } = useTranslation('locations')
  const available = chartsOf(track)
  const shown = available.filter((name) => charts.includes(name))
  const time = useRef<HTMLDivElement>(null)
  usePlayerKeys(playback)

  useEffect(() => {
    const move = () => {
      const { atMs, playable } = playback.get()
      const { fromMs, toMs } = playable
      const share = (atMs - fromMs) / Math.max(1, toMs - fromMs)
      time.current?.style.setProperty('--at', String(share))
    }
    move()
    return playback.subscribe(move)
  }, [playback])

  return (
    <section ref={ref} className={styles.player} aria-label={t('player.label')}>
      <div className={styles.controls}>
        <PlayerControls playback={playback} />
        {onWhole && (
          <Button size="compact-sm" variant="light" leftSection={<IconX size={14} />} onClick={onWhole}>
            {t('player.whole')}
          </Button>
        )}
        <div className={styles.end}>
          <PlayerClock track={track} playback={playback} />
          <ChartPicker available={available} shown={shown} onChange={onCharts} />
        </div>
      </div>
      <div ref={time} className={styles.time}>
        <Suspense fallback={shown.map((name) => <div key={name} className={styles.chart} />)}>
          {shown.map((name, i) => (
            <TimeChart
              key={name}
              name={name}
              track={track}
              playback={playback}
              timeZone={timeZone}
              hasAxis={i === shown.length - 1}
              onZoom={onZoom}
            />
          ))}
        </Suspense>
        <Scrubber playback={playback} alerts={alerts} />
        <div className={styles.playhead} aria-hidden />
      </div>
    </section>
  )
}
