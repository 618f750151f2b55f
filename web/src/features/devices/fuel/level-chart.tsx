// Levels over time, with marked fills and drains, or raw values next to them. Wraps uPlot, which is loaded with it.

import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import type { FuelEvent } from '@rastro/client'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import uPlot from 'uplot'
import type { Format } from '../../../ui/use-format.ts'
import { useFormat } from '../../../ui/use-format.ts'
import type { LevelPoint } from './fuel-api.ts'
import styles from './level-chart.module.css'

const heightPx = 180
const daySeconds = 86_400
const markPx = 4
const looks = {
  light: {
    line: '#1c5fc4',
    raw: '#8a6100',
    text: '#4d5562',
    grid: '#e6e9ee',
    fill: '#1e7d43',
    drain: '#c2321f',
  },
  dark: {
    line: '#6ea8fe',
    raw: '#d9a72b',
    text: '#aab2bd',
    grid: '#28303a',
    fill: '#5bc98a',
    drain: '#ff8a75',
  },
}

interface LevelChartProps {
  label: string
  /** Oldest first. */
  levels: LevelPoint[]
  events?: FuelEvent[]
  tankLitres: number
  /** Raw values have an axis of their own. */
  hasRaw?: boolean
}

const noEvents: FuelEvent[] = []

export function LevelChart({
  label,
  levels,
  events = noEvents,
  tankLitres,
  hasRaw = false,
}: LevelChartProps) {
  const { t } = useTranslation('fuel')
  const format = useFormat()
  const look = looks[useComputedColorScheme('light')]
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const font = `11px ${getComputedStyle(element).fontFamily}`
    const axis = { font, stroke: look.text, ticks: { show: false } }
    const grid = { stroke: look.grid, width: 1 }
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: heightPx,
        padding: [8, hasRaw ? 0 : 12, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: true }, y: { range: [0, tankLitres] }, raw: {} },
        axes: [
          { ...axis, grid, space: 84, values: (_, splits, __, ___, step) => timesOf(splits, step, format) },
          { ...axis, grid, size: 48, values: (_, splits) => splits.map((value) => format.number(value)) },
          ...(hasRaw
            ? [
                {
                  ...axis,
                  ...{ scale: 'raw', side: 1 as const, size: 56, stroke: look.raw, grid: { show: false } },
                  values: (_: uPlot, splits: number[]) => splits.map((value) => format.number(value)),
                },
              ]
            : []),
        ],
        series: [
          {},
          { stroke: look.line, width: 1.5, points: { show: false } },
          ...(hasRaw
            ? [{ scale: 'raw', stroke: look.raw, width: 1, dash: [4, 3], points: { show: false } }]
            : []),
        ],
        hooks: { draw: [(drawn) => drawMarks(drawn, events, look)] },
      },
      dataOf(levels, hasRaw),
      element,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: heightPx }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [levels, events, tankLitres, hasRaw, look, format])
  return (
    <figure className={styles.chart} aria-label={label}>
      <div ref={box} aria-hidden style={{ height: heightPx }} />
      <figcaption className={styles.caption}>
        <span style={{ color: look.line }}>{t('litres')}</span>
        {hasRaw && <span style={{ color: look.raw }}>{t('raw')}</span>}
        {events.some(({ type }) => type === 'fill') && (
          <span style={{ color: look.fill }}>▲ {t('types.fill')}</span>
        )}
        {events.some(({ type }) => type === 'drain') && (
          <span style={{ color: look.drain }}>▼ {t('types.drain')}</span>
        )}
      </figcaption>
    </figure>
  )
}

function dataOf(levels: LevelPoint[], hasRaw: boolean): uPlot.AlignedData {
  const times = levels.map(({ dateTime }) => Date.parse(dateTime) / 1_000)
  const litres = levels.map((level) => level.litres)
  return hasRaw ? [times, litres, levels.map(({ raw }) => raw)] : [times, litres]
}

function timesOf(splits: number[], step: number, format: Format): string[] {
  return splits.map((second, index) => {
    const before = splits[index - 1]
    const isNewDay = before === undefined || format.date(second * 1_000) !== format.date(before * 1_000)
    return step >= daySeconds || (index > 0 && isNewDay)
      ? format.dayAndMonth(second * 1_000)
      : format.time(second * 1_000)
  })
}

/** Triangles at the level after a fill or drain: upwards and downwards, so that colours are not needed. */
function drawMarks(plot: uPlot, events: FuelEvent[], look: { fill: string; drain: string }): void {
  const { ctx } = plot
  const sizePx = markPx * devicePixelRatio
  for (const { type, endedAt, levelAfter } of events) {
    const x = plot.valToPos(Date.parse(endedAt) / 1_000, 'x', true)
    const y = plot.valToPos(levelAfter, 'y', true)
    const tip = type === 'fill' ? -sizePx * 2 : sizePx * 2
    ctx.beginPath()
    ctx.moveTo(x - sizePx, y)
    ctx.lineTo(x + sizePx, y)
    ctx.lineTo(x, y + tip)
    ctx.closePath()
    ctx.fillStyle = look[type]
    ctx.fill()
  }
}
