// One value over time. Wraps uPlot, which draws fifty thousand points in milliseconds and is loaded with it. A click
// sets the cursor, a drag selects a shorter period.

import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import uPlot from 'uplot'
import { usePreferences } from '../../session/preferences.ts'
import { speeds, useFormat } from '../../ui/use-format.ts'
import type { ChartName } from './chart-data.ts'
import { chartData, fillBase } from './chart-data.ts'
import { ChartValue } from './chart-value.tsx'
import type { Playback } from './playback.ts'
import styles from './time-chart.module.css'
import type { Track } from './track.ts'
import { usePlaybackState } from './use-playback.ts'

const plotPx = 78
const axisPx = 24
const shortestZoomMs = 60_000
const minDragPx = 6
const daySeconds = 86_400
const looks = {
  light: { line: '#1c5fc4', fill: '#1c5fc41a', text: '#4d5562', grid: '#e6e9ee' },
  dark: { line: '#6ea8fe', fill: '#6ea8fe24', text: '#aab2bd', grid: '#28303a' },
}

interface TimeChartProps {
  name: ChartName
  track: Track
  playback: Playback
  timeZone: string
  /** Only the lowest chart labels the time axis. */
  hasAxis: boolean
  onZoom(fromMs: number, toMs: number): void
}

export function TimeChart({ name, track, playback, timeZone, hasAxis, onZoom }: TimeChartProps) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const look = looks[useComputedColorScheme('light')]
  const box = useRef<HTMLDivElement>(null)
  const { perKmh } = speeds[usePreferences().units]
  const fromMs = usePlaybackState(playback, ({ playable }) => playable.fromMs)
  const toMs = usePlaybackState(playback, ({ playable }) => playable.toMs)
  const data = useMemo(() => chartData(track, name, name === 'speed' ? perKmh : 1), [track, name, perKmh])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const style = getComputedStyle(element)
    const sizePx = (variable: string) => Number.parseInt(style.getPropertyValue(variable), 10)
    let hasZoomed = false
    const font = `11px ${style.fontFamily}`
    const heightPx = plotPx + (hasAxis ? axisPx : 0)
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: heightPx,
        padding: [8, sizePx('--end'), hasAxis ? 0 : 4, 0],
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), timeZone),
        legend: { show: false },
        cursor: {
          y: false,
          points: { size: 6 },
          drag: { x: true, y: false, setScale: false, dist: minDragPx },
          sync: { key: 'history', filters: { pub: (type) => type !== 'mousedown' && type !== 'mouseup' } },
        },
        scales: {
          x: { time: true, range: [fromMs / 1_000, Math.max(fromMs / 1_000 + 1, toMs / 1_000)] },
          y: { range: (_, low, high) => rangeOf(name, low, high) },
        },
        axes: [
          {
            show: hasAxis,
            size: axisPx,
            space: 84,
            font,
            stroke: look.text,
            grid: { stroke: look.grid, width: 1 },
            ticks: { show: false },
            values: (_, splits, __, ___, incr) =>
              splits.map((second, i) =>
                incr >= daySeconds ||
                (i > 0 && format.date(second * 1_000) !== format.date(splits[i - 1]! * 1_000))
                  ? format.dayAndMonth(second * 1_000)
                  : format.time(second * 1_000),
              ),
          },
          {
            size: sizePx('--axis'),
            font,
            gap: 4,
            space: 18,
            stroke: look.text,
            grid: { stroke: look.grid, width: 1 },
            ticks: { show: false },
            values: (_, splits) => splits.map((value) => format.number(value)),
          },
        ],
        series: [
          {},
          {
            stroke: look.line,
            fill: look.fill,
            fillTo: ({ scales }) => fillBase(scales.y?.min ?? 0, scales.y?.max ?? 0),
            width: 1.5,
            points: { show: false },
            spanGaps: false,
          },
        ],
        hooks: {
          setSelect: [
            (plot) => {
              const { left, width } = plot.select
              if (width < minDragPx) return
              const [from, to] = [left, left + width].map((px) => plot.posToVal(px, 'x') * 1_000) as [
                number,
                number,
              ]
              hasZoomed = true
              plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false)
              if (to - from >= shortestZoomMs) onZoom(from, to)
            },
          ],
        },
      },
      data,
      element,
    )
    plot.over.addEventListener('click', ({ offsetX }) => {
      if (!hasZoomed) playback.seek(plot.posToVal(offsetX, 'x') * 1_000)
      hasZoomed = false
    })
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: heightPx }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [data, name, playback, fromMs, toMs, timeZone, hasAxis, onZoom, look, format])

  return (
    <figure className={styles.chart} aria-label={t('charts.chart', { name: t(`charts.${name}`) })}>
      <figcaption className={styles.caption}>
        {t(`charts.${name}`)} <ChartValue name={name} track={track} playback={playback} />
      </figcaption>
      <div ref={box} aria-hidden style={{ height: plotPx + (hasAxis ? axisPx : 0) }} />
    </figure>
  )
}

/** Speeds start at zero, percentages range from 0 to 100; others get a margin. */
function rangeOf(name: ChartName, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1]
  if (name === 'speed' || name === 'rpm') return [0, Math.max(high * 1.1, 10)]
  if (name === 'battery' || name === 'fuel' || name === 'humidity') return [0, 100]
  const air = Math.max(1, (high - low) * 0.1)
  return [low - air, high + air]
}
